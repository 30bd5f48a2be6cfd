import Domain
import Foundation

/// Signs users in with Apple.
///
/// An Apple user is identified by (tenant, apple, subject) alone. An email address never leads to an account, because
/// Apple's relay, a second Apple Account or an earlier sign-up with the address would lead to another user's.
public struct AppleSignIn: Sendable {
    /// Apple's identity tokens are valid for up to a day; an app sends one at once, so an older one has been stored
    /// somewhere.
    static let maximumTokenAge = Duration.minutes(10)

    let store: any AppleAdministrationStore & AppleSignInStore
    let verifier: any AppleIdentityVerifier
    let exchange: AppleCodeExchange
    let settings: any TenantSettingsStore
    let opener: SessionOpener
    let limiter: RateLimiter
    let subjects: AppleSubjects
    let attempts: AttemptLog

    /// Opens a session for the user whom the token names; creates the account when there is none and the tenant allows
    /// it.
    ///
    /// A token that is repeated within five minutes by a similar device is a client that lost the response, and gets
    /// another session for the user. The authorization code is exchanged afterwards: the user is signed in even if that
    /// fails.
    public func signIn(_ request: AppleSignInRequest, in context: SignInContext) async throws(AuthFailure) -> SignedIn {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let verified = try await verified(request, in: context)
            let (user, role, record) = try await admitted(verified, policy: verified.settings.signUp)
            let signedIn = try await opened(user, role, verified.settings, in: context)
            let isAddressLeftOut = record.emailOwner != nil
            attempts.record(
                AttemptEntry(
                    .appleSignIn,
                    .success,
                    user: signedIn.user.id,
                    session: signedIn.session.id,
                    took: .now - began,
                    adding: verified.notes
                        + (isAddressLeftOut ? [EventAttribute("apple.email_of_other_account", .bool(true))] : [])
                ),
                in: context
            )
            await exchange.exchange(
                verified,
                of: signedIn.user.id,
                session: signedIn.session.id,
                isRepeated: record.isRepeated
            )
            return signedIn
        } catch {
            record(error, of: Try(since: began), in: context)
            throw error
        }
    }

    /// Returns the user of the tenant whom a token names. Signs in no user, creates no account and does not use the
    /// code.
    func recognize(_ request: AppleSignInRequest, in context: SignInContext) async throws(AuthFailure) -> User {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let verified = try await verified(request, in: context)
            let user = try await admitted(verified, policy: .closed).user
            attempts.record(
                AttemptEntry(.appleSignIn, .success, user: user.id, took: .now - began, adding: Self.toConsole),
                in: context
            )
            return user
        } catch {
            record(error, of: Try(since: began, attributes: Self.toConsole), in: context)
            throw error
        }
    }

    /// Links Apple to an existing account, for a user who has a session of it and signed in recently.
    ///
    /// An email address decides nothing here either: the session alone identifies the account.
    public func link(
        _ request: AppleSignInRequest,
        to session: Session.ID,
        in context: SignInContext
    ) async throws(AuthFailure) {
        _ = try await linked(request, to: session, in: context)
    }

    /// Links Apple to an existing account and signs its user in.
    public func signIn(
        _ request: AppleSignInRequest,
        linkingTo session: Session.ID,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        let (user, role, settings) = try await linked(request, to: session, in: context)
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            // The user is signed in already: the new session takes the place of another one.
            return try await opened(user, role, settings, makesRoom: true, in: context)
        } catch {
            record(error, of: Try(since: began), in: context)
            throw error
        }
    }

    private func linked(
        _ request: AppleSignInRequest,
        to session: Session.ID,
        in context: SignInContext
    ) async throws(AuthFailure) -> (User, Role, TenantSettings) {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let verified = try await verified(request, in: context)
            let (user, role, record) = try await admitted(verified, policy: .closed, to: session)
            attempts.record(
                AttemptEntry(
                    .appleLink,
                    .success,
                    user: user.id,
                    session: session,
                    took: .now - began,
                    adding: verified.notes
                ),
                in: context
            )
            await exchange.exchange(verified, of: user.id, session: session, isRepeated: record.isRepeated)
            return (user, role, verified.settings)
        } catch {
            record(error, of: Try(.appleLink, session: session, since: began), in: context)
            throw error
        }
    }

    private static let toConsole = [EventAttribute("session.kind", .text(Session.Kind.console.rawValue))]

    /// A try that failed.
    private struct Try {
        let step: AttemptStep
        let session: Session.ID?
        let began: ContinuousClock.Instant
        let attributes: [EventAttribute]

        init(
            _ step: AttemptStep = .appleSignIn,
            session: Session.ID? = nil,
            since began: ContinuousClock.Instant,
            attributes: [EventAttribute] = []
        ) {
            self.step = step
            self.session = session
            self.began = began
            self.attributes = attributes
        }
    }

    private func record(_ failure: AuthFailure, of failed: Try, in context: SignInContext) {
        let step = failure.isOfAppleToken ? AttemptStep.appleVerify : failed.step
        attempts.record(
            AttemptEntry(
                step,
                failure,
                session: failed.session,
                took: .now - failed.began,
                adding: failed.attributes
            ),
            in: context
        )
    }
}

extension AuthFailure {
    /// Whether the failure is about what Apple signed, and so belongs to the token validation.
    fileprivate var isOfAppleToken: Bool { if case .apple(let reason) = self { reason.isOfToken } else { false } }
}

/// Stores the uses of identity tokens, the accounts that they sign in, and the refresh tokens.
public protocol AppleSignInStore: Sendable {
    /// Records the use of an identity token, reads the user it names, decides and carries the decision out, in one
    /// transaction. Records nothing about a token whose use is rejected.
    /// - Throws: `.conflict(.emailTaken)` when another user got the address meanwhile.
    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission
    /// Stores a refresh token and replaces the one before it.
    func keep(_ token: StoredAppleToken, checkAt time: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// Returns a user's refresh token for one client id, sealed; nil when there is none.
    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data?
    /// Deletes uses of tokens that expired before `cutoff`; at most `limit` of them, over all tenants.
    func forgetUses(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// The result of the decision.
public enum AppleAdmission: Sendable {
    case rejected(AuthFailure)
    case admitted(User, Role, AppleRecord)
}

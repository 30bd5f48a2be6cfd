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
    let signIns: PasswordSignIn
    let subjects: AppleSubjects
    let attempts: AttemptLog

    /// Opens a session for the user whom the token names; creates the account when there is none and the tenant allows
    /// it.
    ///
    /// A token that is repeated within five minutes is a client that lost the response, and gets another session for
    /// the user. The authorization code is exchanged afterwards: the user is signed in even if that fails.
    public func signIn(
        _ request: AppleSignInRequest,
        at place: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let (settings, apple) = try await settings(at: place)
            let identity = try await verified(request, settings, apple.settings, at: place)
            let (user, role, record) = try await admitted(
                identity,
                request,
                settings,
                policy: settings.signUp,
                at: place
            )
            let signedIn = try await opened(user, role, settings, at: place)
            let isAddressLeftOut = record.emailOwner != nil
            attempts.record(
                .appleSignIn,
                .success,
                user: signedIn.user.id,
                session: signedIn.session.id,
                took: .now - began,
                adding: isAddressLeftOut ? [EventAttribute("apple.email_of_other_account", .truth(true))] : [],
                at: place
            )
            await exchange.exchange(
                request,
                identity,
                apple,
                of: signedIn.user.id,
                session: signedIn.session.id,
                isRepeated: record.isRepeated,
                at: place
            )
            return signedIn
        } catch {
            record(error, since: began, at: place)
            throw error
        }
    }

    /// Returns the user of the tenant whom a token names. Signs in no user, creates no account and does not use the
    /// code.
    func recognize(_ request: AppleSignInRequest, at place: SignInContext) async throws(AuthFailure) -> User {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let (settings, apple) = try await settings(at: place)
            let identity = try await verified(request, settings, apple.settings, at: place)
            let user = try await admitted(identity, request, settings, policy: .closed, at: place).user
            attempts.record(
                .appleSignIn,
                .success,
                user: user.id,
                took: .now - began,
                adding: Self.toConsole,
                at: place
            )
            return user
        } catch {
            record(error, since: began, adding: Self.toConsole, at: place)
            throw error
        }
    }

    /// Links Apple to an existing account, for a user who has a session of it and signed in recently.
    ///
    /// An email address decides nothing here either: the session alone identifies the account.
    public func link(
        _ request: AppleSignInRequest,
        to session: Session.ID,
        at place: SignInContext
    ) async throws(AuthFailure) {
        _ = try await linked(request, to: session, at: place)
    }

    /// Links Apple to an existing account and signs its user in.
    public func signIn(
        _ request: AppleSignInRequest,
        linkingTo session: Session.ID,
        at place: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        let (user, role, settings) = try await linked(request, to: session, at: place)
        let began = ContinuousClock.now
        do throws(AuthFailure) { return try await opened(user, role, settings, at: place) } catch {
            record(error, since: began, at: place)
            throw error
        }
    }

    private func linked(
        _ request: AppleSignInRequest,
        to session: Session.ID,
        at place: SignInContext
    ) async throws(AuthFailure) -> (User, Role, TenantSettings) {
        let began = ContinuousClock.now
        do throws(AuthFailure) {
            let (settings, apple) = try await settings(at: place)
            let identity = try await verified(request, settings, apple.settings, at: place)
            let (user, role, record) = try await admitted(
                identity,
                request,
                settings,
                policy: .closed,
                to: session,
                at: place
            )
            attempts.record(.appleLink, .success, user: user.id, session: session, took: .now - began, at: place)
            await exchange.exchange(
                request,
                identity,
                apple,
                of: user.id,
                session: session,
                isRepeated: record.isRepeated,
                at: place
            )
            return (user, role, settings)
        } catch {
            record(error, as: .appleLink, session: session, since: began, at: place)
            throw error
        }
    }

    private static let toConsole = [EventAttribute("session.kind", .text(Session.Kind.console.rawValue))]

    private func record(
        _ failure: AuthFailure,
        as action: AttemptStep = .appleSignIn,
        session: Session.ID? = nil,
        since began: ContinuousClock.Instant,
        adding more: [EventAttribute] = [],
        at place: SignInContext
    ) {
        let step = failure.isOfAppleToken ? AttemptStep.appleVerify : action
        let reason = failure.appleTokenReason.map { [EventAttribute("apple.reason", .text($0))] } ?? []
        attempts.record(
            step,
            failure.outcome,
            code: failure.code,
            session: session,
            took: .now - began,
            adding: reason + more,
            at: place
        )
    }

    // MARK: Steps

    private func settings(
        at place: SignInContext
    ) async throws(AuthFailure) -> (TenantSettings, StoredAppleSettings) {
        let found = try await StoreErrorMapping.unavailable.run {
            let settings = try await signIns.settings.settings(of: place.tenant.id).settings
            guard place.tenant.state == .active, settings.methods.contains(.apple),
                let apple = try await store.settings(of: place.tenant.id)
            else { throw AuthFailure.apple(.disabled) }
            return (settings, apple)
        }
        try await StoreErrorMapping.betweenSteps.run { try await takeTurn(at: place) }
        return found
    }

    /// Counts one try, before any work for it.
    /// - Throws: `.throttled`
    func takeTurn(at place: SignInContext) async throws(DomainError) {
        let limiter = signIns.limiter
        try await limiter.take(
            limiter.signInByAddress(tenant: place.tenant.id, from: place.origin),
            limiter.share(of: .appleSignIn, tenant: place.tenant.id, from: place.origin)
        )
    }

    private func verified(
        _ request: AppleSignInRequest,
        _ settings: TenantSettings,
        _ apple: AppleSettings,
        at place: SignInContext
    ) async throws(AuthFailure) -> AppleIdentity {
        let began = ContinuousClock.now
        let expectation = AppleExpectation(
            audiences: Set(apple.clientIDs),
            nonce: request.nonce,
            requiresNonce: settings.requiresNonce,
            maximumAge: Self.maximumTokenAge
        )
        do throws(AppleTokenFailure) {
            let identity = try await verifier.identity(of: request.identityToken, expecting: expectation)
            attempts.record(.appleVerify, .success, took: .now - began, at: place)
            return identity
        } catch { throw .apple(.token(error)) }
    }

    private func admitted(
        _ identity: AppleIdentity,
        _ request: AppleSignInRequest,
        _ settings: TenantSettings,
        policy: TenantSettings.SignUpPolicy,
        to session: Session.ID? = nil,
        at place: SignInContext
    ) async throws(AuthFailure) -> (user: User, role: Role, record: AppleRecord) {
        let admission = try await StoreErrorMapping.betweenSteps.run {
            let tenant = place.tenant.id
            var transferSubject: String?
            if let subject = identity.transferSubject {
                transferSubject = try await subjects.stored(subject, isAnonymous: settings.isAnonymous, in: tenant)
            }
            let use = AppleUse(
                tokenHash: identity.tokenHash,
                subject: try await subjects.stored(identity.subject, isAnonymous: settings.isAnonymous, in: tenant),
                transferSubject: transferSubject,
                email: settings.isAnonymous ? nil : identity.email,
                isEmailVerified: identity.isEmailVerified,
                session: session,
                usedAt: signIns.systemContext.now(),
                issuedAt: identity.issuedAt,
                expiresAt: identity.expiresAt
            )
            let newcomer = self.newcomer(identity, request, settings, at: place)
            return try await store.admit(use, in: place.tenant.id) { record in
                session == nil
                    ? newcomer.decision(about: record, policy: policy, at: use.usedAt)
                    : newcomer.linking(about: record, at: use.usedAt)
            }
        }
        switch admission {
        case .refused(let failure): throw failure
        case .admitted(let user, let role, let record): return (user, role, record)
        }
    }

    private func opened(
        _ user: User,
        _ role: Role,
        _ settings: TenantSettings,
        at place: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        try await StoreErrorMapping.betweenSteps.run {
            try await signIns.open(user, role, by: .apple, settings: settings, at: place)
        }
    }

    /// Returns a new account for the Apple user.
    private func newcomer(
        _ identity: AppleIdentity,
        _ request: AppleSignInRequest,
        _ settings: TenantSettings,
        at place: SignInContext
    ) -> AppleNewcomer {
        let (now, email) = (signIns.systemContext.now(), settings.isAnonymous ? nil : identity.email)
        // A name that is not valid does not stop the sign-up.
        let name = settings.isAnonymous ? nil : request.name.flatMap { try? DisplayName.validated($0) }
        let user = User(
            id: signIns.systemContext.newID(),
            tenant: place.tenant.id,
            email: email,
            emailVerified: email != nil && identity.isEmailVerified,
            name: name,
            role: .customer,
            state: .active,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: now,
            appMetadata: settings.appMetadata(at: now)
        )
        return AppleNewcomer(user: user, origin: place.origin)
    }
}

extension AuthFailure {
    /// Whether the failure is about what Apple signed, and so belongs to the token validation.
    fileprivate var isOfAppleToken: Bool { if case .apple(let reason) = self { reason.isOfToken } else { false } }
    /// Distinguishes failures that share a code.
    fileprivate var appleTokenReason: String? {
        if case .apple(.token(let failure)) = self { failure.reason } else { nil }
    }
}

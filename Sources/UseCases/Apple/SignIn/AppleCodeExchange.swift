import Domain

/// Exchanges authorization codes for refresh tokens, and stores those. It never blocks a sign-in: a failure is recorded
/// in the attempt.
struct AppleCodeExchange: Sendable {
    let store: any AppleSignInStore
    let service: any AppleTokenService
    let verifier: any AppleIdentityVerifier
    let clients: AppleClients
    let alarm: AppleAlarm
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    /// The failures of an exchange: Apple's, and those that this server finds.
    private enum Fault: Error {
        case apple(AppleServiceFailure)
        case token(AppleTokenFailure)
        case otherSubject
        case nothingToKeep
        case own

        var code: String {
            switch self {
            case .apple(let failure): failure.code
            case .token(let failure): failure.code
            case .otherSubject: "apple.link.conflict"
            case .nothingToKeep: "apple.token.invalid_request"
            case .own: "unexpected_failure"
            }
        }
    }

    func exchange(_ verified: VerifiedAppleRequest, of user: User.ID, session: Session.ID, isRepeated: Bool) async {
        let context = verified.context
        guard let code = verified.request.authorizationCode, !code.isEmpty else { return }
        let began = ContinuousClock.now
        do throws(Fault) {
            let token = try await refreshToken(code, verified)
            try await keep(token, of: user, clientID: verified.identity.audience, in: context.tenant.id)
            attempts.record(
                AttemptEntry(.appleExchange, .success, user: user, session: session, took: .now - began),
                in: context
            )
        } catch {
            // A code is valid once, and the first try may have used it.
            if isRepeated, case .apple(.invalidGrant) = error { return }
            attempts.record(
                AttemptEntry(
                    .appleExchange,
                    .degraded,
                    code: error.code,
                    user: user,
                    session: session,
                    took: .now - began
                ),
                in: context
            )
        }
    }

    /// Returns the refresh token of the code, when the code is the same user's.
    private func refreshToken(_ code: String, _ verified: VerifiedAppleRequest) async throws(Fault) -> String {
        let (request, identity, apple) = (verified.request, verified.identity, verified.apple)
        let tenant = verified.context.tenant.id
        let client: AppleClient
        do throws(VaultFailure) {
            client = try await clients.client(identity.audience, apple, of: tenant)
        } catch { throw .own }
        let tokens: AppleTokens
        do throws(AppleServiceFailure) {
            tokens = try await service.exchange(code: code, redirectURI: request.redirectURI, as: client)
        } catch {
            await alarm.handle(error, identity.audience, apple.settings, of: tenant)
            throw .apple(error)
        }
        await alarm.handle(nil, identity.audience, apple.settings, of: tenant)
        guard let refresh = tokens.refreshToken, let text = tokens.identityToken else { throw .nothingToKeep }
        let expectation = AppleExpectation(audiences: [identity.audience], nonce: request.nonce)
        let subject: String
        do throws(AppleTokenFailure) {
            subject = try await verifier.identity(of: text, expecting: expectation).subject
        } catch {
            throw .token(error)
        }
        guard subject == identity.subject else { throw .otherSubject }
        return refresh
    }

    private func keep(_ token: String, of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(Fault) {
        let now = now()
        do throws(VaultFailure) {
            let sealed = try await clients.seal(token, of: user, clientID: clientID, in: tenant)
            let stored = StoredAppleToken(user: user, clientID: clientID, sealed: sealed, createdAt: now)
            do throws(DomainError) {
                try await store.keep(stored, checkAt: now + AppleCheckInterval.interval(for: user), in: tenant)
            } catch { throw VaultFailure(error) }
        } catch { throw .own }
    }
}

/// A sign-in with Apple whose identity token has been verified.
struct VerifiedAppleRequest: Sendable {
    let request: AppleSignInRequest
    let identity: AppleIdentity
    let settings: TenantSettings
    /// The tenant's settings of its app at Apple.
    let apple: StoredAppleSettings
    let context: SignInContext

    /// What can be stored of the name that Apple gave the app: an invalid name does not stop the sign-in, and Apple
    /// does not pass it again.
    var name: String? { kept.name }

    /// Says that a part of the name was left out.
    var notes: [EventAttribute] { kept.isWhole ? [] : [EventAttribute("apple.name_altered", .bool(true))] }

    private var kept: (name: String?, isWhole: Bool) {
        guard !settings.isAnonymous, let name = request.name else { return (nil, true) }
        return DisplayName.keeping(name)
    }
}

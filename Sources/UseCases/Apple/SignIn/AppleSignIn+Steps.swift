import Crypto
import Domain
import Foundation

/// The steps that every use of an identity token takes.
extension AppleSignIn {
    private func settings(
        in context: SignInContext
    ) async throws(AuthFailure) -> (TenantSettings, StoredAppleSettings) {
        let found = try await StoreErrorMapping.unavailable.run {
            let settings = try await self.settings.settings(of: context.tenant.id).settings
            guard context.tenant.state == .active, settings.methods.contains(.apple),
                let apple = try await store.settings(of: context.tenant.id)
            else { throw AuthFailure.apple(.disabled) }
            return (settings, apple)
        }
        try await StoreErrorMapping.betweenSteps.run { try await takeTurn(in: context) }
        return found
    }

    /// Counts one try, before any work for it.
    /// - Throws: `.throttled`
    func takeTurn(in context: SignInContext) async throws(DomainError) {
        try await limiter.take(
            limiter.signInByAddress(tenant: context.tenant.id, from: context.origin),
            limiter.share(of: .appleSignIn, tenant: context.tenant.id, from: context.origin)
        )
    }

    func verified(
        _ request: AppleSignInRequest,
        in context: SignInContext
    ) async throws(AuthFailure) -> VerifiedAppleRequest {
        let (settings, apple) = try await settings(in: context)
        let began = ContinuousClock.now
        let expectation = AppleExpectation(
            audiences: Set(apple.settings.clientIDs),
            nonce: request.nonce,
            requiresNonce: settings.requiresNonce,
            maximumAge: Self.maximumTokenAge
        )
        do throws(AppleTokenFailure) {
            let identity = try await verifier.identity(of: request.identityToken, expecting: expectation)
            attempts.record(AttemptEntry(.appleVerify, .success, took: .now - began), in: context)
            return VerifiedAppleRequest(
                request: request,
                identity: identity,
                settings: settings,
                apple: apple,
                context: context
            )
        } catch { throw .apple(.token(error)) }
    }

    /// - Parameter session: the session of the account to which Apple is linked.
    func admitted(
        _ verified: VerifiedAppleRequest,
        policy: TenantSettings.SignUpPolicy,
        to session: Session.ID? = nil
    ) async throws(AuthFailure) -> (user: User, role: Role, record: AppleRecord) {
        let admission = try await StoreErrorMapping.betweenSteps.run {
            let use = try await self.use(of: verified, by: session)
            let newcomer = self.newcomer(verified)
            return try await store.admit(use, in: verified.context.tenant.id) { record in
                session == nil
                    ? newcomer.decision(about: record, of: use, policy: policy)
                    : newcomer.linking(about: record, of: use)
            }
        }
        switch admission {
        case .rejected(let failure): throw failure
        case .admitted(let user, let role, let record): return (user, role, record)
        }
    }

    private func use(of verified: VerifiedAppleRequest, by session: Session.ID?) async throws(DomainError) -> AppleUse {
        let (identity, tenant) = (verified.identity, verified.context.tenant.id)
        let isAnonymous = verified.settings.isAnonymous
        var transferSubject: String?
        if let subject = identity.transferSubject {
            transferSubject = try await subjects.stored(subject, isAnonymous: isAnonymous, in: tenant)
        }
        return AppleUse(
            tokenHash: identity.tokenHash,
            subject: try await subjects.stored(identity.subject, isAnonymous: isAnonymous, in: tenant),
            transferSubject: transferSubject,
            email: isAnonymous ? nil : identity.email,
            isEmailVerified: identity.isEmailVerified,
            session: session,
            device: Self.device(of: verified),
            usedAt: opener.systemContext.now(),
            issuedAt: identity.issuedAt,
            expiresAt: identity.expiresAt
        )
    }

    /// The use of a token outlives the account, so the name that the user gave the device is stored only as a hash
    /// whose key, the token, is not stored.
    private static func device(of verified: VerifiedAppleRequest) -> Device {
        let device = verified.context.device
        let key = SymmetricKey(data: Data(verified.request.identityToken.utf8))
        let name = device.name.map {
            Hexadecimal.encode(Array(HMAC<SHA256>.authenticationCode(for: Data($0.utf8), using: key)))
        }
        return Device(name: name, model: device.model, userAgent: device.userAgent)
    }

    func opened(
        _ user: User,
        _ role: Role,
        _ settings: TenantSettings,
        makesRoom: Bool = false,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        try await StoreErrorMapping.betweenSteps.run {
            let opening = SessionOpening(user, role, by: .apple, settings: settings, makesRoom: makesRoom)
            return try await opener.open(opening, in: context)
        }
    }

    /// Returns a new account for the Apple user.
    private func newcomer(_ verified: VerifiedAppleRequest) -> AppleNewcomer {
        let (identity, settings, context) = (verified.identity, verified.settings, verified.context)
        let (now, email) = (opener.systemContext.now(), settings.isAnonymous ? nil : identity.email)
        let user = User(
            id: opener.systemContext.newID(),
            tenant: context.tenant.id,
            email: email,
            emailVerified: email != nil && identity.isEmailVerified,
            name: verified.name,
            role: .customer,
            state: .active,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: now,
            appMetadata: settings.appMetadata(at: now)
        )
        return AppleNewcomer(user: user, origin: context.origin)
    }
}

import Domain
import Foundation

/// Why someone was not signed in or signed up; each dialect renders it its own way.
public enum SignInFailure: Error, Sendable, Hashable {
    case invalid([FieldProblem])
    /// Wrong password, no such person, or one without a password: nobody can tell which.
    case wrongCredentials
    /// The password is right, but the account is switched off.
    case disabled
    case emailTaken
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .invalid(let problems): self = .invalid(problems)
        case .conflict(.emailTaken): self = .emailTaken
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .denied, .conflict: self = .wrongCredentials
        }
    }
}

/// Where a sign-in comes from.
public struct SignInPlace: Sendable {
    public let tenant: Tenant
    public let device: Device
    public let origin: Principal.Origin
    /// The attempt that the client says it belongs to.
    public let trace: TraceID?

    public init(tenant: Tenant, device: Device, origin: Principal.Origin, trace: TraceID? = nil) {
        self.tenant = tenant
        self.device = device
        self.origin = origin
        self.trace = trace
    }
}

/// A session that was just opened, with its token: the only time that it is known.
public struct SignedIn: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let token: Credential
}

/// An account as a sign-in reads it.
public struct PasswordAccount: Sendable {
    public let user: User
    public let role: Role
    public let password: PasswordHash?

    public init(user: User, role: Role, password: PasswordHash?) {
        self.user = user
        self.role = role
        self.password = password
    }
}

/// Password accounts, kept by a store.
public protocol PasswordStore: Sendable {
    /// - Returns: nil when nobody in the tenant has this address.
    func account(_ email: EmailAddress, in tenant: Tenant.ID) async throws(DomainError) -> PasswordAccount?
    /// Stores a hash of another cost for the same password.
    func rehash(_ user: User.ID, from old: PasswordHash, to new: PasswordHash, in tenant: Tenant.ID) async throws(DomainError)
    /// Notes when a password was last used.
    func used(_ user: User.ID, at moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
}

/// Signing up and in with e-mail and password.
///
/// The order is the defence: count, then hash (the same work whoever it is), then decide.
public struct PasswordSignIn: Sendable {
    let users: any UserStore
    let accounts: any PasswordStore
    let sessions: any SessionStore
    let passwords: PasswordGate
    let limiter: RateLimiter
    let surroundings: Surroundings

    public init(
        users: any UserStore, accounts: any PasswordStore, sessions: any SessionStore, passwords: PasswordGate, limiter: RateLimiter,
        surroundings: Surroundings
    ) {
        self.users = users
        self.accounts = accounts
        self.sessions = sessions
        self.passwords = passwords
        self.limiter = limiter
        self.surroundings = surroundings
    }

    /// Makes an account with the role `customer` and opens its first session.
    public func signUp(email: String, name: String?, password: String, at place: SignInPlace) async throws(SignInFailure) -> SignedIn {
        let fields = try Self.validated(email: email, name: name, password: password)
        do throws(DomainError) {
            try await limiter.take([
                limiter.claim(.signUpByAddress, tenant: place.tenant.id, subject: AddressNetwork.of(place.origin.address)),
                limiter.claim(.signInByTenant, tenant: place.tenant.id, subject: ""),
            ])
            let hash = try await passwords.hash(password)
            let user = try await insert(fields, hash: hash, at: place)
            let role = Role.builtIn.first { $0.name == .customer }
            guard let role else { throw DomainError.notFound(.role) }
            return try await open(user, role, at: place)
        } catch { throw SignInFailure(error) }
    }

    public func signIn(email: String, password: String, at place: SignInPlace) async throws(SignInFailure) -> SignedIn {
        guard let address = EmailAddress(email) else {
            throw .invalid([.init(field: "email", rule: .malformed("This is not an e-mail address, like ada@example.com."))])
        }
        do {
            let byAccount = limiter.signInsByAccount(address, tenant: place.tenant.id, from: place.origin)
            try await limiter.take(
                byAccount + [
                    limiter.claim(.signInByAddress, tenant: place.tenant.id, subject: AddressNetwork.of(place.origin.address)),
                    limiter.claim(.signInByTenant, tenant: place.tenant.id, subject: ""),
                ])
            let account = try await accounts.account(address, in: place.tenant.id)
            let check = try await passwords.check(password, against: account?.password)
            guard let account, check.isRight else { throw SignInFailure.wrongCredentials }
            guard account.user.state == .active else { throw SignInFailure.disabled }
            if check.isOutdated, let old = account.password {
                try await accounts.rehash(account.user.id, from: old, to: try await passwords.hash(password), in: place.tenant.id)
            }
            let signedIn = try await open(account.user, account.role, at: place)
            try await accounts.used(account.user.id, at: signedIn.session.createdAt, in: place.tenant.id)
            try await limiter.giveBack(byAccount)
            return signedIn
        } catch let failure as SignInFailure {
            throw failure
        } catch let error as DomainError {
            throw SignInFailure(error)
        } catch {
            throw .unavailable(retryAfter: .seconds(1))
        }
    }

    /// Opens a session for someone whose right has been shown.
    func open(_ user: User, _ role: Role, kind: Session.Kind = .app, at place: SignInPlace) async throws(DomainError) -> SignedIn {
        let now = surroundings.now()
        let lifetimes: SessionLifetimes = kind == .app ? .app : .console
        let token = Credential(
            kind == .app ? .appSession : .consoleSession, tenant: place.tenant.id, random: surroundings.random(Credential.randomBytes))
        let session = Session(
            id: surroundings.newID(), tenant: place.tenant.id, user: user.id, kind: kind, device: place.device,
            address: place.origin.address, createdAt: now, lastSeenAt: now,
            expiresAt: lifetimes.expiry(createdAt: now, lastSeenAt: now))
        let audit = AuditDraft(
            .sessionStarted, by: .user(user.id, role: role, from: place.origin), at: now, target: .init(.session, session.id),
            changes: [.init("kind", from: nil, to: kind.rawValue)])
        try await sessions.insert(NewSession(session: session, token: CredentialHash(token), audit: audit), in: place.tenant.id)
        return SignedIn(session: session, user: user, role: role, token: token)
    }

    private struct Fields {
        let email: EmailAddress
        let name: String?
    }

    private static func validated(email: String, name: String?, password: String) throws(SignInFailure) -> Fields {
        var problems: [FieldProblem] = []
        let address = UserAdministration.email(email, &problems)
        if email.isEmpty { problems.append(.init(field: "email", rule: .missing)) }
        let title = UserAdministration.name(name, &problems)
        do { try PasswordRules.check(password, about: [email, name ?? ""]) } catch {
            problems.append(.init(field: "password", rule: error))
        }
        guard problems.isEmpty, let address else { throw .invalid(problems) }
        return Fields(email: address, name: title)
    }

    private func insert(_ fields: Fields, hash: PasswordHash, at place: SignInPlace) async throws(DomainError) -> User {
        let now = surroundings.now()
        let user = User(
            id: surroundings.newID(), tenant: place.tenant.id, email: fields.email, emailVerified: false, name: fields.name,
            role: .customer, state: .active, createdAt: now, updatedAt: now, lastSeenAt: now)
        let principal = Principal(kind: .user(user.id), rank: 0, permissions: [], origin: place.origin)
        let audit = AuditDraft(
            .userSignedUp, by: principal, at: now, target: .init(.user, user.id),
            changes: [.init("email", from: nil, to: fields.email.masked)])
        try await users.insert(NewUser(user: user, password: hash, audit: audit), in: place.tenant.id) { _ in }
        return user
    }
}

@_spi(Admission) import Domain
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import UseCases

/// What ends with what: everything that a session can leave behind, against everything that ends sessions or rights.
/// The table in `docs/security-model.md` says the same.
@Suite struct EndingTests {
    @Test(arguments: Thing.allCases, Ending.allCases)
    func `what a session began ends as the table says`(_ thing: Thing, _ ending: Ending) async throws {
        let world = try await World(thing)
        let works = try await thing.begin(in: world)

        try await ending.happen(in: world, to: thing)

        let isAlive = try await works()
        #expect(isAlive == thing.survivors.contains(ending), "\(thing) after \(ending)")
    }

    @Test(arguments: Thing.allCases)
    func `without any ending all of it works`(_ thing: Thing) async throws {
        let world = try await World(thing)
        let works = try await thing.begin(in: world)

        #expect(try await works())
    }
}

/// What ends.
enum Ending: String, CaseIterable, CustomTestStringConvertible {
    /// The one who began the thing signs out.
    case signOut
    /// They end their other sessions from a new one, or all.
    case othersEnded, signedOutEverywhere
    /// An administrator ends all of their sessions, or a stolen refresh token the one.
    case sessionsRevoked, reuse
    /// They choose another password in another session, or get one from an administrator.
    case ownPassword, password
    /// They are disabled and enabled again, or banned for a while.
    case disabled, banned
    /// The tenant is suspended and resumed.
    case suspended
    /// The administrator loses the role and gets it back, or is deleted.
    case demoted, removed
    case keyRevoked
    /// The same to the person whose account the thing opens.
    case targetSessionsRevoked, targetPassword, targetDisabled

    var testDescription: String { rawValue }

    static let ofSession: Set<Ending> = [.signOut, .reuse]
    /// Those that end all sessions of the user who began it, or all but another one.
    static let ofSessions: Set<Ending> = [
        .othersEnded, .signedOutEverywhere, .sessionsRevoked, .ownPassword, .password, .disabled, .banned,
    ]
    static let ofRight: Set<Ending> = [.demoted, .removed]
    static let ofTarget: Set<Ending> = [.targetSessionsRevoked, .targetPassword, .targetDisabled]

    fileprivate func happen(in world: World, to thing: Thing) async throws {
        let (acme, services) = (world.acme, world.acme.services)
        let beginner = thing.isOfAdministrator ? world.ada : world.kim
        func administrate() throws -> Grant<ManageUsers> { try acme.system.grant() }
        func another() async throws -> SessionRecord {
            try await world.record(
                services.sessionOpener.open(
                    SessionOpening(beginner, world.current.role, by: .password),
                    in: acme.context()
                )
            )
        }
        switch self {
        case .signOut: try await services.sessionSelfService.signOut(world.current, from: World.origin)
        case .reuse:
            let audit = AuditDraft(
                .refreshReused,
                by: .system,
                at: acme.installation.clock.now,
                target: .init(.session, world.current.session.id)
            )
            try await acme.installation.stores.refreshes.endReused(
                world.current.session.id,
                in: acme.tenant.id,
                audit: audit
            )
        case .othersEnded:
            try await services.sessionSelfService.endOthers(
                by: world.sibling(of: world.current, another()),
                from: World.origin
            )
        case .signedOutEverywhere:
            try await services.sessionSelfService.endAll(
                by: world.sibling(of: world.current, another()),
                from: World.origin
            )
        case .sessionsRevoked:
            _ = try await services.sessions.end(SessionFilter(user: beginner.id), grant: acme.system.grant())
        case .ownPassword:
            _ = try await services.accountSelfService.changePassword(
                from: TestTenant.password,
                to: World.newPassword,
                by: another(),
                in: acme.context(from: World.origin)
            )
        case .password: try await world.setPassword(of: beginner.id)
        case .disabled: try await world.disable(beginner.id)
        case .banned:
            for ban in [UserRevision.Ban.until(acme.installation.clock.now + .hours(1)), .none] {
                _ = try await services.users.revise(beginner.id, UserRevision(ban: ban), grant: administrate())
            }
        case .suspended:
            let grant = try acme.installation.installationGrant
            _ = try await services.tenants.suspend(acme.tenant.id, grant: grant)
            _ = try await services.tenants.activate(acme.tenant.id, grant: grant)
        case .demoted:
            for role in ["customer", "admin"] {
                _ = try await services.users.assign(role: role, to: world.ada.id, grant: acme.system.grant())
            }
        case .removed: try await services.users.delete(world.ada.id, grant: administrate())
        case .keyRevoked: _ = try await services.keys.revoke(world.key, grant: acme.system.grant())
        case .targetSessionsRevoked:
            _ = try await services.sessions.end(
                SessionFilter(user: world.target(of: thing).id),
                grant: acme.system.grant()
            )
        case .targetPassword: try await world.setPassword(of: world.target(of: thing).id)
        case .targetDisabled: try await world.disable(world.target(of: thing).id)
        }
    }
}

/// What a session, an administrator or a key leaves behind.
enum Thing: String, CaseIterable, CustomTestStringConvertible {
    case emailChange, reauthenticationCode
    case confirmation, recovery, magicLink, codeOfLink
    case codeOfSession, appleBeingAdded, refreshToken
    case stopLink
    case handedOverLink, codeOfHandedOverLink, invitation, impersonation, consoleProof, answer
    case linkOfKey, invitationOfKey, impersonationByKey, answerToKey

    var testDescription: String { rawValue }

    /// Begun by Ada, not by Kim.
    fileprivate var isOfAdministrator: Bool {
        switch self {
        case .handedOverLink, .codeOfHandedOverLink, .invitation, .impersonation, .consoleProof, .answer, .linkOfKey,
            .invitationOfKey,
            .impersonationByKey, .answerToKey:
            true
        default: false
        }
    }

    /// After what it works still.
    fileprivate var survivors: Set<Ending> { Set(Ending.allCases).subtracting(fatal) }

    private var fatal: Set<Ending> {
        switch self {
        case .emailChange, .reauthenticationCode, .codeOfSession, .appleBeingAdded:
            Ending.ofSession.union(Ending.ofSessions).union(Ending.ofTarget).union([.suspended])
        case .confirmation, .recovery, .magicLink, .codeOfLink:
            Ending.ofSessions.union(Ending.ofTarget).union([.suspended])
        case .refreshToken: Ending.ofSession.union(Ending.ofSessions).union(Ending.ofTarget)
        case .stopLink: [.suspended]
        case .handedOverLink, .codeOfHandedOverLink:
            Ending.ofSessions.union([.reuse]).union(Ending.ofRight).union(Ending.ofTarget).union([.suspended])
        case .invitation:
            Ending.ofSessions.union([.reuse]).union(Ending.ofRight).union([.targetPassword, .targetDisabled])
        case .impersonation: Ending.ofSession.union(Ending.ofSessions).union(Ending.ofRight).union(Ending.ofTarget)
        case .consoleProof: Ending.ofSession.union(Ending.ofSessions).union(Ending.ofRight).union(Ending.ofTarget)
        case .answer: Set([.disabled, .banned, .targetDisabled]).union(Ending.ofRight)
        case .linkOfKey: Ending.ofTarget.union([.keyRevoked, .suspended])
        case .invitationOfKey: [.keyRevoked, .targetPassword, .targetDisabled]
        case .impersonationByKey: Ending.ofTarget.union([.keyRevoked])
        case .answerToKey: [.keyRevoked]
        }
    }

    /// - Returns: whether it works now. Asked once.
    fileprivate func begin(in world: World) async throws -> @Sendable () async throws -> Bool {
        let (acme, services) = (world.acme, world.acme.services)
        let (context, tenant) = (acme.context(), acme.tenant.id)
        let challenge = ProofKeyChallenge(World.verifier, method: "plain")
        @Sendable func isOpen(_ token: String) async -> Bool {
            (try? await services.links.open(token, from: World.origin)) != nil
        }
        @Sendable func isExchanged(_ code: String) async -> Bool {
            (try? await services.links.exchange(code, verifier: World.verifier, in: context)) != nil
        }
        @Sendable func isAlive(_ token: String) async throws -> Bool {
            try await services.authenticator.session(token, in: tenant) != nil
        }
        func link(_ purpose: OneTimeLink.Purpose, to email: String = "kim@acme.example") async throws -> String {
            var request = LinkRequest(purpose, email: email)
            request.challenge = challenge
            try await services.links.ask(request, in: context)
            return try await world.token()
        }
        func code(of link: String) async throws -> String {
            let followed = try await services.links.follow(
                .token(link),
                for: [.signIn, .verifyEmail],
                handsOver: true,
                in: acme.context(from: World.origin)
            )
            return try #require(followed.exchange).text
        }
        switch self {
        case .emailChange, .stopLink:
            _ = try await services.accountSelfService.update(
                AccountChange(email: "new@acme.example"),
                by: world.current,
                in: acme.context(from: World.origin)
            )
            let (stop, change) = try await world.twoTokens()
            guard self == .emailChange else {
                return { (try? await services.links.openStop(stop, from: World.origin)) != nil }
            }
            return {
                let followed = try? await services.links.follow(
                    .token(change),
                    for: [.changeEmail],
                    in: acme.context(from: World.origin)
                )
                return followed?.user.email?.description == "new@acme.example"
            }
        case .reauthenticationCode:
            try await services.links.askAgain(of: world.current, languages: [], in: context)
            await services.mail.deliver()
            let code = try #require(world.mailbox.messages.last?.code)
            return { try await services.links.isReauthenticated(code, world.kim, from: World.origin) }
        case .confirmation:
            _ = try await services.users.revise(
                world.kim.id,
                UserRevision(emailVerified: false),
                grant: acme.system.grant()
            )
            let token = try await link(.verifyEmail)
            return { await isOpen(token) }
        case .recovery:
            let token = try await link(.resetPassword)
            return {
                (try? await services.links.reset(
                    token,
                    password: "a third horse battery",
                    in: acme.context(from: World.origin)
                )) != nil
            }
        case .magicLink:
            let token = try await link(.signIn)
            return {
                (try? await services.links.follow(.token(token), for: [.signIn], in: acme.context(from: World.origin)))
                    != nil
            }
        case .codeOfLink:
            let code = try await code(of: link(.signIn))
            return { await isExchanged(code) }
        case .codeOfSession:
            let code = try await services.links.handOver(world.signedIn, to: #require(challenge)).text
            return { await isExchanged(code) }
        case .appleBeingAdded:
            let (state, browser) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
            let store = acme.installation.stores.apple
            try await store.begin(
                AppleFlow(
                    stateHash: state,
                    browserHash: browser,
                    purpose: .link,
                    session: world.current.session.id,
                    nonce: "n",
                    redirectURI: "r",
                    returnTo: "/",
                    errorTo: "/",
                    expiresAt: acme.installation.clock.now + .minutes(10)
                ),
                in: tenant
            )
            return {
                try await store.takeFlow(
                    stateHash: state,
                    browserHash: browser,
                    at: acme.installation.clock.now,
                    in: tenant
                ) != nil
            }
        case .refreshToken:
            let tokens = try await services.accessTokens.issue(
                for: world.current.session,
                tenant: acme.tenant,
                method: .password
            )
            return { (try? await services.refreshes.refresh(tokens.refreshToken, in: context)) != nil }
        case .handedOverLink, .linkOfKey:
            let access = self == .linkOfKey ? world.keyAccess : world.adaAccess
            let made = try await services.links.make(LinkDraft(.verifyEmail), for: world.kim.id, grant: access.grant())
            return { await isOpen(made.token.text) }
        case .codeOfHandedOverLink:
            // A handed-over link has no verifier, but its continuation is bound in the same way.
            let store = acme.installation.stores.links
            let token = Credential(.link, tenant: tenant, random: Array(repeating: 5, count: 32))
            let link = OneTimeLink(
                tenant: tenant,
                purpose: .signIn,
                user: world.kim.id,
                email: world.kim.email,
                challenge: challenge,
                maker: world.adaAccess.principal.maker,
                createdAt: acme.installation.clock.now
            )
            try await store.insert(NewLink(link: link, token: CredentialHash(token), code: nil), in: tenant) {
                _ throws(DomainError) in
            }
            let code = try await code(of: token.text)
            return { await isExchanged(code) }
        case .invitation, .invitationOfKey:
            let access = self == .invitationOfKey ? world.keyAccess : world.adaAccess
            let draft = UserAdministration.Draft(email: "ivy@acme.example", name: "Ivy", role: "customer")
            let (ivy, link) = try await services.users.invite(draft, grant: access.grant())
            world.invited(ivy)
            return {
                (try? await services.onboarding.accept(invitation: link.text, of: tenant, from: World.origin)) != nil
            }
        case .impersonation, .impersonationByKey:
            let access = self == .impersonationByKey ? world.keyAccess : world.adaAccess
            let signedIn = try await services.impersonation.begin(as: world.kim.id, on: Device(), grant: access.grant())
            return { try await isAlive(signedIn.token.text) }
        case .consoleProof:
            let cookie = world.signedIn.token.text
            acme.installation.clock.advance(by: .minutes(1))
            let authenticationState = try #require(try await services.console.authenticationState(cookie))
            try await services.console.prove(authenticationState, with: TestTenant.password, from: World.origin)
            let now = acme.installation.clock.now
            return { try await services.console.authenticationState(cookie)?.consoleUser.provedAt == now }
        case .answer, .answerToKey:
            let access = self == .answerToKey ? world.keyAccess : world.adaAccess
            let answer = RememberedAnswer(status: 200, contentType: "text/plain", body: Data("once".utf8))
            @Sendable func ask() async throws -> RememberedAnswer {
                try await services.idempotency.once("key-1", request: Data("PUT /x".utf8), access: access) { answer }
            }
            _ = try await ask()
            return {
                do { return try await ask() == answer } catch DomainError.conflict(.idempotencyAnswerLost) {
                    return false
                }
            }
        }
    }
}

/// Kim, a customer; Ada, an administrator; Boss, another one; and the tenant's secret key.
private final class World: Sendable {
    static let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)
    static let verifier = String(repeating: "v", count: 64)
    static let newPassword = "another horse battery"

    let mailbox = Mailbox()
    let acme: TestTenant
    let kim: User
    let ada: User
    private let ivy = Mutex<User?>(nil)
    let key: APIKey.ID
    /// Of the one who begins.
    let signedIn: SignedIn
    let current: SessionRecord

    init(_ thing: Thing) async throws {
        let acme = try await TestTenant("acme", in: Installation(mail: mailbox))
        self.acme = acme
        try await acme.set { $0.confirmsEmail = true }
        try await acme.add("Boss", role: .admin)
        let verified = UserRevision(emailVerified: true)
        kim = try await acme.services.users.revise(acme.add("Kim").id, verified, grant: acme.system.grant())
        ada = try await acme.services.users.revise(
            acme.add("Ada", role: .admin).id,
            verified,
            grant: acme.system.grant()
        )
        key = try #require(try await acme.services.authenticator.key(acme.creation.secretKey.text, .secret)).key.id
        let beginner = thing.isOfAdministrator ? ada : kim
        if thing == .consoleProof {
            let context = acme.context()
            let admin = try #require(Role.builtIn.first { $0.name == .admin })
            signedIn = try await acme.services.sessionOpener.open(
                SessionOpening(beginner, admin, kind: .console, by: .password),
                in: context
            )
        } else {
            signedIn = try await acme.signIn(beginner)
        }
        current = try #require(
            try await acme.installation.stores.sessions.record(of: signedIn.session.id, in: acme.tenant.id)
        )
    }

    var adaAccess: Access { Access(tenant: acme.tenant.id, principal: current.principal(from: Self.origin)) }
    var keyAccess: Access { Access(tenant: acme.tenant.id, principal: .key(key, from: Self.origin)) }

    func invited(_ user: User) { ivy.withLock { $0 = user } }

    func target(of thing: Thing) -> User {
        switch thing {
        case .invitation, .invitationOfKey: ivy.withLock { $0 } ?? kim
        case .consoleProof, .answer, .answerToKey: ada
        default: kim
        }
    }

    func record(_ signedIn: SignedIn) async throws -> SessionRecord {
        try #require(try await acme.installation.stores.sessions.record(of: signedIn.session.id, in: acme.tenant.id))
    }

    /// A session of the same kind as the one that began: users end those of their own kind.
    func sibling(of current: SessionRecord, _ other: SessionRecord) async throws -> SessionRecord {
        guard current.session.kind == .console else { return other }
        return try await record(
            acme.services.sessionOpener.open(
                SessionOpening(current.user, current.role, kind: .console, by: .password),
                in: acme.context()
            )
        )
    }

    /// Of the message that was written last.
    func token() async throws -> String {
        await acme.services.mail.deliver()
        return try #require(mailbox.messages.last?.token)
    }

    /// Of the message to the mailbox that there is, and of that to the new one.
    func twoTokens() async throws -> (stop: String, change: String) {
        await acme.services.mail.deliver()
        let stop = mailbox.messages.last { $0.to.description == "kim@acme.example" }?.token
        let change = mailbox.messages.last { $0.to.description == "new@acme.example" }?.token
        return (try #require(stop), try #require(change))
    }

    func setPassword(of user: User.ID) async throws {
        _ = try await acme.services.users.revise(
            user,
            UserRevision(password: "one more horse battery"),
            grant: acme.system.grant()
        )
    }

    func disable(_ user: User.ID) async throws {
        _ = try await acme.services.users.disable(user, grant: acme.system.grant())
        _ = try await acme.services.users.enable(user, grant: acme.system.grant())
    }
}

extension UserRevision {
    fileprivate init(emailVerified: Bool? = nil, password: String? = nil, ban: Ban? = nil) {
        self.init()
        (self.emailVerified, self.password, self.ban) = (emailVerified, password, ban)
    }
}

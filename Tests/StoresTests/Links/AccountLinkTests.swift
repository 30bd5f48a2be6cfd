@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@Suite struct AccountLinkTests {
    private struct World {
        let mailbox = Mailbox()
        let installation: Installation
        let acme: TestTenant
        var links: AccountLinks { acme.services.links }
        var clock: TestClock { installation.clock }

        init() async throws {
            installation = try await Installation(mail: mailbox)
            acme = try await TestTenant("acme", in: installation)
        }

        /// Requests a message, and returns it.
        func message(_ request: LinkRequest) async throws -> MailMessage? {
            let before = mailbox.messages.count
            try await links.ask(request, in: acme.context())
            await acme.services.mail.deliver()
            return mailbox.messages.dropFirst(before).first
        }

        func token(_ purpose: OneTimeLink.Purpose, _ email: String) async throws -> String {
            try #require(try await message(LinkRequest(purpose, email: email))?.token)
        }

        func signIn(_ email: String, _ password: String) async throws -> SignedIn {
            try await acme.services.signIns.signIn(email: email, password: password, in: acme.context())
        }

        func isAlive(_ token: Credential) async throws -> Bool {
            try await acme.services.authenticator.session(token.text, in: acme.tenant.id) != nil
        }
    }

    private static let new = "another horse battery"
    private static let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

    private func failure(_ work: () async throws(AuthFailure) -> some Sendable) async -> AuthFailure? {
        do throws(AuthFailure) {
            _ = try await work()
            return nil
        } catch { return error }
    }

    @Test func `a reset sets the password, ends every session, and works once`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        let session = try await world.acme.signIn(kim)
        let token = try await world.token(.resetPassword, "kim@acme.example")

        let weak = await failure { () throws(AuthFailure) in
            try await world.links.reset(token, password: "password1", in: world.acme.context(from: Self.origin))
        }
        let open = try await world.links.reset(token, password: Self.new, in: world.acme.context(from: Self.origin))

        #expect(weak == .invalid([FieldProblem(field: "password", rule: .commonPassword)]))
        #expect(open.user.id == kim.id && open.user.emailVerified)
        #expect(try await !world.isAlive(session.token))
        #expect(try await world.signIn("kim@acme.example", Self.new).user.id == kim.id)
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await world.signIn("kim@acme.example", TestTenant.password)
        }
        let again = await failure { () throws(AuthFailure) in
            try await world.links.reset(token, password: Self.new, in: world.acme.context(from: Self.origin))
        }
        #expect(again == .link(.gone))
        let audit = try await world.acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userPasswordSet),
            grant: world.acme.system.grant()
        )
        #expect(audit.items.count == 1)
    }

    @Test func `of many simultaneous uses of a link one succeeds`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        let token = try await world.token(.verifyEmail, "kim@acme.example")

        let outcomes = await withTaskGroup(of: AuthFailure?.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let origin = RequestOrigin(address: "198.51.100.\(number)", requestID: "r", trace: nil)
                    do throws(AuthFailure) {
                        _ = try await world.links.follow(
                            .token(token),
                            for: [.verifyEmail],
                            in: world.acme.context(from: origin)
                        )
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: [AuthFailure?]()) { $0.append($1) }
        }

        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .link(.gone) } == 15)
    }

    @Test func `a link is too old after half an hour, and void when another is asked for`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        let first = try await world.token(.resetPassword, "kim@acme.example")
        let second = try await world.token(.resetPassword, "kim@acme.example")

        let void = await failure { () throws(AuthFailure) in try await world.links.open(first, from: Self.origin) }
        #expect(void == .link(.gone))
        #expect(try await world.links.open(second, from: Self.origin).link.purpose == .resetPassword)
        world.clock.advance(by: .minutes(30))
        let old = await failure { () throws(AuthFailure) in try await world.links.open(second, from: Self.origin) }
        #expect(old == .link(.gone))
    }

    @Test func `a link is good for one purpose and one tenant`() async throws {
        let world = try await World()
        let globex = try await TestTenant("globex", in: world.installation)
        _ = try await world.acme.add("Kim")
        let token = try await world.token(.verifyEmail, "kim@acme.example")

        let failures = [
            await failure { () throws(AuthFailure) in
                try await world.links.reset(token, password: Self.new, in: world.acme.context(from: Self.origin))
            },
            await failure { () throws(AuthFailure) in
                try await world.links.follow(.token(token), for: [.signIn], in: world.acme.context(from: Self.origin))
            },
            await failure { () throws(AuthFailure) in
                try await world.links.follow(
                    .token(token),
                    for: [.verifyEmail],
                    in: globex.context(from: Self.origin)
                )
            },
        ]

        #expect(failures == [.link(.gone), .link(.gone), .link(.gone)])
        #expect(
            try await world.links.follow(.token(token), for: [.verifyEmail], in: world.acme.context(from: Self.origin))
                .user
                .emailVerified
        )
    }

    @Test func `a code works with its address, five wrong ones void it, and the link stays valid`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        var request = LinkRequest(.signIn, email: "kim@acme.example")
        request.showsCode = true
        let message = try #require(try await world.message(request))
        let (code, token) = (try #require(message.code), try #require(message.token))
        func follow(_ digits: String, _ email: String = "kim@acme.example") async -> AuthFailure? {
            await failure { () throws(AuthFailure) in
                try await world.links.follow(
                    .digits(digits, email: email),
                    for: [.signIn],
                    in: world.acme.context(from: Self.origin)
                )
            }
        }

        #expect(await follow(code, "vic@acme.example") == .link(.gone))
        for _ in 1...5 { #expect(await follow(code == "00000000" ? "11111111" : "00000000") == .link(.gone)) }
        #expect(await follow(code) == .link(.gone))
        let followed = try await world.links.follow(
            .token(token),
            for: [.signIn],
            in: world.acme.context(from: Self.origin)
        )
        #expect(followed.user.email?.description == "kim@acme.example")

        let next = try #require(try await world.message(request)?.code)
        #expect(await follow("\(next.prefix(4)) \(next.suffix(4))") == nil)
        #expect(await follow(next) == .link(.gone))
    }

    @Test func `unknown, disabled and confirmed users get no message`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        _ = try await world.acme.services.users.disable(kim.id, grant: world.acme.system.grant())
        let vic = try await world.acme.add("Vic")
        _ = try await world.links.follow(
            .token(try await world.token(.verifyEmail, "vic@acme.example")),
            for: [.verifyEmail],
            in: world.acme.context(from: Self.origin)
        )

        for (purpose, email) in [
            (OneTimeLink.Purpose.resetPassword, "nobody@acme.example"), (.resetPassword, "kim@acme.example"),
            (.verifyEmail, "vic@acme.example"), (.signIn, "nobody@acme.example"),
        ] {
            #expect(try await world.message(LinkRequest(purpose, email: email)) == nil, "\(purpose) \(email)")
        }
        #expect(vic.email != nil)
    }

    @Test func `a password set before the address was confirmed is removed, with its sessions`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        let stranger = try await world.acme.signIn(kim)
        let token = try await world.token(.signIn, "kim@acme.example")

        let followed = try await world.links.follow(
            .token(token),
            for: [.signIn],
            in: world.acme.context(from: Self.origin)
        )
        let own = try await world.links.begin(followed, in: world.acme.context())

        #expect(try await !world.isAlive(stranger.token))
        #expect(try await world.isAlive(own.token))
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await world.signIn("kim@acme.example", TestTenant.password)
        }
    }

    @Test func `another address or password makes open links void`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        let token = try await world.token(.resetPassword, "kim@acme.example")

        _ = try await world.acme.services.users.update(
            kim.id,
            .init(email: "new@acme.example"),
            grant: world.acme.system.grant()
        )

        let gone = await failure { () throws(AuthFailure) in
            try await world.links.reset(token, password: Self.new, in: world.acme.context(from: Self.origin))
        }
        #expect(gone == .link(.gone))
    }

    @Test func `a new account is created only where sign-up is open`() async throws {
        let world = try await World()
        var request = LinkRequest(.signIn, email: "new@acme.example")
        request.newAccount = UserAttributes.none
        _ = try await world.acme.services.settings.change(expecting: nil, grant: world.acme.system.grant()) {
            $0.signUp = .invited
        }
        #expect(try await world.message(request) == nil)
        _ = try await world.acme.services.settings.change(expecting: nil, grant: world.acme.system.grant()) {
            $0.signUp = .open
        }

        let token = try #require(try await world.message(request)?.token)
        let followed = try await world.links.follow(
            .token(token),
            for: [.signIn],
            in: world.acme.context(from: Self.origin)
        )

        #expect(
            followed.user.email?.description == "new@acme.example" && followed.user.emailVerified
                && followed.user.role == .customer
        )
    }

    @Test func `a code is exchanged once, with its verifier`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        let verifier = String(repeating: "v", count: 64)
        var request = LinkRequest(.signIn, email: "kim@acme.example")
        request.challenge = ProofKeyChallenge(verifier, method: "plain")
        let token = try #require(try await world.message(request)?.token)
        let context = world.acme.context()

        let followed = try await world.links.follow(
            .token(token),
            for: [.signIn],
            handsOver: true,
            in: world.acme.context(from: Self.origin)
        )
        let code = try #require(followed.exchange).text
        let stolen = await failure { () throws(AuthFailure) in
            try await world.links.exchange(code, verifier: String(repeating: "x", count: 64), in: context)
        }
        let signedIn = try await world.links.exchange(code, verifier: verifier, in: context)
        let again = await failure { () throws(AuthFailure) in
            try await world.links.exchange(code, verifier: verifier, in: context)
        }

        #expect(stolen == .link(.wrongVerifier) && again == .link(.gone))
        let record = try await world.acme.installation.stores.sessions.record(
            of: signedIn.session.id,
            in: world.acme.tenant.id
        )
        #expect(record?.user.name == "Kim" && record?.session.endedAt == nil)
    }

    @Test func `an administrator's link is audited, and denied for a user of a higher rank`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        let boss = try await world.acme.add("Boss", role: .admin)
        let role = try await world.acme.services.roles.create(
            name: "helper",
            .init(title: "Helper", rank: 10, permissions: ["users.manage"]),
            grant: world.acme.system.grant()
        )
        let helper = try await world.acme.add("Helper", role: role.name)
        let low = world.acme.access(helper, as: role)

        let made = try await world.links.make(LinkDraft(.resetPassword), for: kim.id, grant: low.grant())

        #expect(made.url.hasSuffix("/links/\(made.token.text)") && world.mailbox.messages.isEmpty)
        await #expect(throws: DomainError.self) {
            try await world.links.make(LinkDraft(.resetPassword), for: boss.id, grant: low.grant())
        }
        await #expect(throws: DomainError.self) {
            try await world.links.make(LinkDraft(.changeEmail), for: kim.id, grant: low.grant())
        }
        await #expect(throws: DomainError.self) {
            try await world.links.make(
                LinkDraft(.signIn, returnTo: "https://evil.example/"),
                for: kim.id,
                grant: low.grant()
            )
        }
        let audit = try await world.acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .linkCreated),
            grant: world.acme.system.grant()
        )
        #expect(audit.items.count == 1)
        #expect(
            try await world.links.reset(made.token.text, password: Self.new, in: world.acme.context(from: Self.origin))
                .user.id == kim.id
        )
    }

    @Test
    func
        `a handed-over link is void when its maker's role loses the permission or its operator is removed`()
        async throws
    {
        let world = try await World()
        let (services, system) = (world.acme.services, world.acme.system)
        let kim = try await world.acme.add("Kim")
        let draft = RoleAdministration.Draft(title: "Support", rank: 80, permissions: ["users.read", "users.manage"])
        let support = try await services.roles.create(name: "support", draft, grant: system.grant())
        let vic = try await world.acme.add("Vic", role: support.name)
        let olga = try await services.onboarding.createOperator(
            .init(email: "olga@gatehouse.example", name: "Olga", password: TestTenant.password),
            grant: world.installation.installationGrant
        )
        _ = try await services.onboarding.createOperator(
            .init(email: "otto@gatehouse.example", name: "Otto", password: TestTenant.password),
            grant: world.installation.installationGrant
        )
        let entered = Access(tenant: world.acme.tenant.id, principal: .operator(olga.id, from: Self.origin))
        func isGood(_ token: Credential) async -> Bool { await opens(world, token) }
        let byVic = try await world.links.make(
            LinkDraft(.resetPassword),
            for: kim.id,
            grant: world.acme.access(vic, as: support).grant()
        ).token
        let byOlga = try await world.links.make(LinkDraft(.verifyEmail), for: kim.id, grant: entered.grant()).token

        #expect(await isGood(byVic))
        #expect(await isGood(byOlga))
        let less = RoleAdministration.Draft(title: "Support", rank: 80, permissions: ["users.read"])
        _ = try await services.roles.update(support.name, less, grant: system.grant())
        #expect(await !isGood(byVic))
        _ = try await services.roles.update(support.name, draft, grant: system.grant())
        #expect(await !isGood(byVic), "what is void stays so")
        _ = try await services.recovery.removeOperator(
            "olga@gatehouse.example",
            grant: world.installation.installationGrant
        )
        #expect(await !isGood(byOlga))
    }

    @Test func `what an operator handed over is void when they get another password`() async throws {
        let world = try await World()
        let kim = try await world.acme.add("Kim")
        let olga = try await world.acme.services.onboarding.createOperator(
            .init(email: "olga@gatehouse.example", name: "Olga", password: TestTenant.password),
            grant: world.installation.installationGrant
        )
        let entered = Access(tenant: world.acme.tenant.id, principal: .operator(olga.id, from: Self.origin))
        let made = try await world.links.make(LinkDraft(.resetPassword), for: kim.id, grant: entered.grant()).token
        #expect(await opens(world, made))

        _ = try await world.acme.services.recovery.setOperatorPassword(
            Self.new,
            of: "olga@gatehouse.example",
            grant: world.installation.installationGrant
        )

        #expect(await !opens(world, made))
    }

    @Test func `a handed-over link is void when the user now ranks above its maker`() async throws {
        let world = try await World()
        let (services, system) = (world.acme.services, world.acme.system)
        let (kim, vic) = (try await world.acme.add("Kim"), try await world.acme.add("Vic"))
        let draft = RoleAdministration.Draft(title: "Support", rank: 80, permissions: ["users.read", "users.manage"])
        let role = try await services.roles.create(name: "support", draft, grant: system.grant())
        let keeper = try await services.roles.create(
            name: "keeper",
            .init(title: "Keeper", rank: 5, permissions: []),
            grant: system.grant()
        )
        _ = try await services.users.assign(role: "support", to: vic.id, grant: system.grant())
        _ = try await services.users.assign(role: "keeper", to: kim.id, grant: system.grant())
        let made = try await world.links.make(
            LinkDraft(.resetPassword),
            for: kim.id,
            grant: world.acme.access(vic, as: role).grant()
        ).token

        _ = try await services.roles.update(
            keeper.name,
            .init(title: "Keeper", rank: 90, permissions: ["audit.read"]),
            grant: system.grant()
        )

        #expect(await !opens(world, made))
    }

    private func opens(_ world: World, _ token: Credential) async -> Bool {
        await failure { () throws(AuthFailure) in try await world.links.open(token.text, from: Self.origin) } == nil
    }

    @Test func `messages are in the person's own language, else in that of the request`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        var request = LinkRequest(.resetPassword, email: "kim@acme.example")
        request.languages = [Language("fr-CA")].compactMap(\.self)

        let french = try #require(try await world.message(request))
        request.languages = [Language("de")].compactMap(\.self)
        let english = try #require(try await world.message(request))

        #expect(french.subject == "Choisissez un nouveau mot de passe pour Acme" && french.text.contains("Bonjour,"))
        #expect(english.subject == "Choose a new password for Acme" && english.text.contains("/links/gh_l_"))
    }

    @Test func `old links are forgotten`() async throws {
        let world = try await World()
        _ = try await world.acme.add("Kim")
        _ = try await world.token(.resetPassword, "kim@acme.example")
        world.clock.advance(by: .days(2))

        #expect(try await world.installation.stores.links.forget(before: world.clock.now - .days(1), limit: 10) == 1)
        #expect(try await world.installation.stores.links.forget(before: world.clock.now - .days(1), limit: 10) == 0)
    }
}

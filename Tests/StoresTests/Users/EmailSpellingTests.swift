import Database
import Domain
import Fixtures
import Foundation
import Stores
import Testing
import UseCases

/// One mailbox has one account, however the host of its address is spelled.
@Suite struct EmailSpellingTests {
    private static let shown = "ada@müller-brot.example"
    private static let stored = "ada@xn--mller-brot-9db.example"
    private static let spellings = [shown, stored, "ADA@Mu\u{308}ller-Brot.Example", "Ada@XN--MLLER-BROT-9DB.example"]

    private let mailbox = Mailbox()
    private let acme: TestTenant
    private var services: Services { acme.services }

    init() async throws {
        acme = try await TestTenant("acme", in: Installation(mail: mailbox))
    }

    private func signIn(_ email: String) async throws -> User.ID {
        try await services.signIns.signIn(email: email, password: TestTenant.password, in: acme.context()).user.id
    }

    private func create(_ email: String) async throws -> User {
        try await services.users.create(
            .init(email: email, name: "Ada", role: "customer", password: TestTenant.password),
            grant: acme.system.grant()
        )
    }

    /// Stores an address as earlier versions did.
    private func store(_ email: String, of user: User) async throws {
        let (tenant, id) = (acme.tenant.id, user.id)
        try await acme.installation.control.write(.installation("test")) { transaction in
            _ = try transaction.execute("UPDATE users SET email = \(email) WHERE tenant_id = \(tenant) AND id = \(id)")
            _ = try transaction.execute("DELETE FROM user_terms WHERE tenant_id = \(tenant) AND user_id = \(id)")
        }
    }

    private func email(of user: User) async throws -> String? {
        try await services.users.user(user.id, grant: acme.system.grant()).summary.user.email?.description
    }

    private func found(_ search: String) async throws -> [User.ID] {
        try await services.users.page(UserQuery(search: search), PageRequest(), grant: acme.system.grant()).items
            .map(\.user.id)
    }

    @Test(arguments: spellings, spellings)
    func `who signs up with one spelling signs in with any, and no other account gets the mailbox`(
        first: String,
        second: String
    ) async throws {
        let outcome = try await services.signUps.signUp(
            NewAccount(email: first, password: TestTenant.password),
            in: acme.context()
        )

        guard case .signedIn(let signedIn) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(signedIn.user.email?.description == Self.stored)
        #expect(try await signIn(second) == signedIn.user.id)
        await #expect(throws: AuthFailure.signIn(.userExists)) {
            try await services.signUps.signUp(
                NewAccount(email: second, password: TestTenant.password),
                in: acme.context()
            )
        }
        await #expect(throws: DomainError.conflict(.emailTaken)) { try await create(second) }
        await #expect(throws: DomainError.conflict(.emailTaken)) {
            try await services.users.invite(
                .init(email: second, name: nil, role: "customer"),
                grant: acme.system.grant()
            )
        }
    }

    @Test(arguments: spellings)
    func `an import skips a mailbox that has an account, and stores the canonical spelling`(
        email: String
    ) async throws {
        let line = Data(#"{"email":"\#(email)"}"#.utf8)

        let first = try await services.transfer.add([line], isTrial: false, grant: acme.system.grant())
        let second = try await services.transfer.add(
            Self.spellings.map { Data(#"{"email":"\#($0)"}"#.utf8) },
            isTrial: false,
            grant: acme.system.grant()
        )

        #expect(first == [.added] && second == Array(repeating: .skipped, count: 4))
        let user = try await services.users.page(UserQuery(), PageRequest(), grant: acme.system.grant()).items.first
        #expect(user?.user.email?.description == Self.stored)
    }

    @Test(arguments: spellings)
    func `a message goes to the mailbox, whichever spelling asks for it, and all spellings share its limit`(
        email: String
    ) async throws {
        _ = try await create(Self.shown)
        let other = try #require(Self.spellings.first { $0 != email })

        for spelling in [email, other, email] {
            try await services.links.ask(LinkRequest(.resetPassword, email: spelling), in: acme.context())
        }
        await services.mail.deliver()
        #expect(mailbox.messages.map(\.to.description) == Array(repeating: Self.stored, count: 3))
        try await services.links.ask(LinkRequest(.resetPassword, email: other), in: acme.context())
        await services.mail.deliver()
        #expect(mailbox.messages.count == 3, "an unconfirmed mailbox gets three")
    }

    @Test(arguments: spellings + ["müller", "muller-brot.example", "xn--mller-brot-9db.example", "xn--mll"])
    func `a search finds a user by either spelling`(search: String) async throws {
        let ada = try await create(Self.stored)
        _ = try await acme.add("Karl")

        #expect(try await found(search) == [ada.id])
    }

    @Test func `an operator signs in to the console with either spelling`() async throws {
        _ = try await services.onboarding.createOperator(
            .init(email: Self.shown, name: "Ada", password: TestTenant.password),
            grant: acme.installation.installationGrant
        )

        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)
        for email in Self.spellings {
            _ = try await services.console.signIn(
                email: email,
                password: TestTenant.password,
                tenant: nil,
                from: SignInClient(device: Device(), origin: origin)
            )
        }
    }

    @Test func `a host that was stored as typed is rewritten once, and the user signs in with either spelling`()
        async throws
    {
        let ada = try await create("ada@acme.example")
        let vic = try await create("jürgen@acme.example")
        try await store(Self.shown, of: ada)
        let addresses = StoredAddresses(control: acme.installation.observedControl)
        let before = try await addresses.differing()

        try await addresses.makeCanonical()

        #expect(before.map(\.user) == [ada.id] && before.first?.other == nil)
        #expect(try await addresses.differing().isEmpty)
        #expect(try await email(of: ada) == Self.stored)
        #expect(try await email(of: vic) == "jürgen@acme.example")
        for spelling in Self.spellings {
            #expect(try await signIn(spelling) == ada.id)
            #expect(try await found(spelling) == [ada.id])
        }

        try await store(Self.shown, of: ada)
        try await addresses.makeCanonical()
        #expect(try await email(of: ada) == Self.shown, "it runs once")
    }

    @Test func `a host that had an A-label before is found by the letters that are shown`() async throws {
        let ada = try await create("ada@acme.example")
        try await store(Self.stored, of: ada)
        let before = try await found(Self.shown)

        try await StoredAddresses(control: acme.installation.observedControl).makeCanonical()

        #expect(before == [])
        #expect(try await found(Self.shown) == [ada.id])
        #expect(try await email(of: ada) == Self.stored)
    }

    @Test func `operators and open links are rewritten too`() async throws {
        _ = try await services.onboarding.createOperator(
            .init(email: Self.shown, name: "Ada", password: TestTenant.password),
            grant: acme.installation.installationGrant
        )
        let ada = try await create(Self.shown)
        let session = try await acme.signIn(ada).session.id
        try await services.links.ask(LinkRequest(.resetPassword, email: Self.shown), in: acme.context())
        await services.mail.deliver()
        let (tenant, shown) = (acme.tenant.id, Self.shown)
        try await acme.installation.control.write(.installation("test")) { transaction in
            _ = try transaction.execute("UPDATE operators SET email = \(shown)")
            _ = try transaction.execute("UPDATE users SET email = \(shown)")
            _ = try transaction.execute("UPDATE one_time_links SET email = \(shown)")
            _ = try transaction.execute(
                """
                INSERT INTO email_change_stops (tenant_id, token_hash, user_id, email, session_id, created_at, expires_at)
                VALUES (\(tenant), \(Data(repeating: 1, count: 32)), \(ada.id), \(shown), \(session), 1, 2)
                """
            )
        }

        let addresses = StoredAddresses(control: acme.installation.observedControl)
        let before = try await addresses.differingOperators()
        try await addresses.makeCanonical()

        #expect(before == 1)
        #expect(try await addresses.differingOperators() == 0)
        let found = try await acme.installation.control.read(.installation("test")) { transaction in
            try transaction.rows(
                """
                SELECT email FROM operators UNION ALL SELECT email FROM users
                UNION ALL SELECT email FROM one_time_links UNION ALL SELECT email FROM email_change_stops
                """
            ).map { try $0.get("email", as: String.self) }
        }
        #expect(found == Array(repeating: Self.stored, count: 4))
    }

    @Test func `two accounts of one mailbox stay as they are and are reported`() async throws {
        let canonical = try await create(Self.stored)
        let other = try await create("ada@acme.example")
        try await store(Self.shown, of: other)
        let addresses = StoredAddresses(control: acme.installation.observedControl)

        try await addresses.makeCanonical()

        let left = try await addresses.differing()
        #expect(left.map(\.user) == [other.id] && left.first?.other == canonical.id)
        #expect(try await email(of: other) == Self.shown)
        #expect(try await signIn(Self.shown) == canonical.id)
    }
}

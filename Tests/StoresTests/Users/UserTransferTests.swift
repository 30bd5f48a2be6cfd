import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing
import UseCases

/// Of "correct horse battery".
private let bcrypt = "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."

@Suite struct UserTransferTests {
    private static let id = "2e8a3f0c-4f5b-4c67-9a52-5d0b9a1f6c11"
    private static let whole = #"""
        {"id":"\#(id)","email":"Ada@Example.com","email_verified":true,"name":"Ada Lovelace","role":"partner","state":"active",
        "created_at":"2024-02-29T12:00:00Z","password_hash":"\#(bcrypt)","identities":[{"provider":"apple","subject":"001.abc.9"}],
        "user_metadata":{"theme":"dark","list":[1,{"a":null}]},"app_metadata":{"plan":"pro"}}
        """#.replacing("\n", with: "")

    private func add(
        _ lines: [String],
        to acme: TestTenant,
        isTrial: Bool = false
    ) async throws -> [UserTransfer.LineOutcome] {
        try await acme.services.transfer.add(lines.map { Data($0.utf8) }, isTrial: isTrial, grant: acme.system.grant())
    }

    private func all(of acme: TestTenant, withPasswords: Bool = false) async throws -> [String] {
        try await acme.services.transfer.part(after: nil, withPasswords: withPasswords, grant: acme.system.grant())
            .lines
            .map { JSONValue.object($0).text }
    }

    private func entries(_ action: AuditEntry.Action, of acme: TestTenant) async throws -> [AuditEntry] {
        try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: action),
            grant: acme.system.grant()
        ).items
    }

    @Test func `a person comes with everything that the line says, and can sign in`() async throws {
        let acme = try await TestTenant("acme", in: Installation())

        #expect(try await add([Self.whole], to: acme) == [.added])

        let id = try #require(User.ID(Self.id))
        let (summary, role, identities) = try await acme.services.users.user(id, grant: acme.system.grant())
        #expect(
            summary.user.email?.description == "ada@example.com" && summary.user.emailVerified
                && summary.user.name == "Ada Lovelace"
        )
        #expect(summary.user.userMetadata.object["theme"] == "dark" && summary.user.appMetadata.object["plan"] == "pro")
        #expect(role.name == .partner && summary.user.state == .active)
        #expect(summary.user.createdAt == Timestamp(rfc3339: "2024-02-29T12:00:00Z"))
        #expect(Set(identities.map(\.provider)) == [.apple, .password])
        #expect(identities.first { $0.provider == .apple }?.subject == "001.abc.9")
        let signedIn = try await acme.services.signIns.signIn(
            email: "ada@example.com",
            password: "correct horse battery",
            in: acme.context()
        )
        #expect(signedIn.user.id == id)
    }

    @Test func `imported users are in the list, the count and the search`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await add([Self.whole, #"{"email":"bo@example.com"}"#, #"{"name":"Nobody"}"#], to: acme)
        let users = acme.services.users

        let found = try await users.page(UserQuery(search: "lovelace"), PageRequest(), grant: acme.system.grant())

        #expect(found.items.map(\.user.email?.description) == ["ada@example.com"])
        #expect(try await users.count(UserQuery(role: .partner), grant: acme.system.grant()) == .exactly(1))
        #expect(
            try await users.count(UserQuery(role: .customer, state: .active), grant: acme.system.grant()) == .exactly(2)
        )
    }

    @Test func `repeated lines and users with a taken address are skipped`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let karl = try await acme.add("Karl")
        let lines = [
            Self.whole, #"{"email":"bo@example.com"}"#, #"{"email":"KARL@acme.example","name":"Other"}"#,
            #"{"email":"bo@example.com"}"#,
        ]

        let first = try await add(lines, to: acme)
        let second = try await add(lines, to: acme)

        #expect(first == [.added, .added, .skipped, .skipped])
        #expect(second == [.skipped, .skipped, .skipped, .skipped])
        let kept = try await acme.services.users.user(karl.id, grant: acme.system.grant())
        #expect(kept.summary.user.name == "Karl")
        #expect(try await entries(.usersImported, of: acme).map(\.changes) == [[.init("users", from: nil, to: "2")]])
    }

    @Test func `a trial returns the same result and adds no users`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let lines = [Self.whole, #"{"email":"bo@example.com"}"#, #"{"email":"bo@example.com"}"#, #"{"role":"king"}"#]

        let trial = try await add(lines, to: acme, isTrial: true)

        #expect(try await all(of: acme).isEmpty)
        #expect(try await entries(.usersImported, of: acme).isEmpty)
        #expect(try await add(lines, to: acme) == trial)
    }

    @Test(arguments: [
        (#"{"email":"nobody"}"#, "email: This is not an email address, like ada@example.com."),
        (#"{"email":["a@example.com"]}"#, "email: This must be a text."),
        (#"{"email_verified":"yes"}"#, "email_verified: This must be true or false."),
        (#"{"name":"a\nb"}"#, "name: Leave out line breaks and invisible characters."),
        (#"{"role":"king"}"#, "role: This tenant has no such role."),
        (#"{"role":"No Role"}"#, "role: This tenant has no such role."),
        (#"{"state":"gone"}"#, "state: Choose one of: active, disabled, invited."),
        (#"{"id":"7"}"#, "id: This is not a UUID."),
        (#"{"created_at":"yesterday"}"#, "created_at: This is not a time like 2026-11-21T09:00:00Z."),
        (#"{"created_at":"2030-01-01T00:00:00Z"}"#, "created_at: This is in the future."),
        (#"{"nick":"ada"}"#, "nick: This field is not known."),
        (#"{"password":"secret word"}"#, "password: This field is not known."),
        (#"{"password_hash":"\#(bcrypt)"}"#, "password_hash: A password needs an email address to sign in with."),
        (
            #"{"email":"a@example.com","state":"invited","password_hash":"\#(bcrypt)"}"#,
            "password_hash: Someone invited has no password yet."
        ),
        (
            #"{"email":"a@example.com","password_hash":"$2b$20$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."}"#,
            "password_hash: The cost of bcrypt must be from 4 to 14."
        ),
        (#"{"user_metadata":[]}"#, "user_metadata: This must be an object."),
        (
            #"{"app_metadata":{"a":"\#(String(repeating: "a", count: 17_000))"}}"#,
            "app_metadata: Use at most 16384 bytes of JSON."
        ),
        (
            #"{"user_metadata":{"a":[[[[[[[[]]]]]]]]}}"#,
            "user_metadata: At most 8 objects and lists may stand within each other."
        ),
        (#"{"banned_until":"2026-12-01T00:00:00Z"}"#, "banned_until: Only someone disabled has this."),
        (#"{"identities":{}}"#, "identities: This must be an array."),
        (#"{"identities":[{"provider":"google","subject":"1"}]}"#, "identities[0].provider: Choose one of: apple."),
        (#"{"identities":[{"provider":"apple"}]}"#, "identities[0].subject: Required."),
        (
            #"{"email":"a@example.com","email":"b@example.com"}"#,
            "This is not JSON: column 26: the name “email” comes twice."
        ),
        (#"["ada@example.com"]"#, "The line must be a JSON object."),
        (#"{"email":"#, "This is not JSON: column 10: the text ends too early."),
        (#"{"role":"No Role","nick":1}"#, "role: This tenant has no such role. nick: This field is not known."),
    ])
    func `an invalid line is reported with its reason, and the others are imported`(
        line: String,
        reason: String
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())

        let outcomes = try await add(
            [#"{"email":"first@example.com"}"#, line, #"{"email":"last@example.com"}"#],
            to: acme
        )

        #expect(outcomes == [.added, .bad(reason), .added])
    }

    @Test func `a line that is too long, or not UTF-8, is bad`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let long = Data(#"{"name":""#.utf8) + Data(repeating: UInt8(ascii: "a"), count: 70_000) + Data(#""}"#.utf8)

        let outcomes = try await acme.services.transfer.add(
            [long, Data([0x7B, 0x22, 0xFF, 0x22, 0x7D])],
            isTrial: false,
            grant: acme.system.grant()
        )

        #expect(outcomes.first == .bad("The line is longer than 64 KiB."))
        #expect(outcomes.last == .bad("This is not JSON: column 3: this is not UTF-8."))
    }

    @Test func `an import cannot assign a role above the caller's own`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let helper = Role(
            name: try #require(Role.Name("helper")),
            title: "Helper",
            rank: 20,
            permissions: [.manageUsers]
        )
        let access = acme.access(try await acme.add("Vic"), as: helper)

        let outcomes = try await acme.services.transfer.add(
            [#"{"role":"admin"}"#, #"{"role":"driver"}"#].map { Data($0.utf8) },
            isTrial: false,
            grant: access.grant()
        )

        #expect(outcomes == [.bad("role: This role is more than you may give."), .added])
    }

    @Test func `an Apple account belongs to one person`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await add([Self.whole], to: acme)

        let outcomes = try await add(
            [#"{"name":"Eve","identities":[{"provider":"apple","subject":"001.abc.9"}]}"#],
            to: acme
        )

        #expect(outcomes == [.bad("identities: Someone else has this Apple account.")])
    }

    @Test func `an export leaves passwords out unless they are asked for, and is audited`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.add("Karl")
        _ = try await add([Self.whole], to: acme)

        let without = try await all(of: acme)
        let with = try await all(of: acme, withPasswords: true)

        #expect(without.count == 2 && !without.joined().contains("password_hash") && !without.joined().contains("$"))
        #expect(with.count { $0.contains("keyid=1") } == 1 && with.count { $0.contains(bcrypt) } == 1)
        #expect(try await entries(.usersExported, of: acme).map(\.changes.first?.after) == ["yes", "no"])
    }

    @Test func `what was exported is imported elsewhere as it was`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.add("Karl", role: .admin)
        _ = try await add(
            [Self.whole, #"{"name":"Nobody"}"#, #"{"email":"in@example.com","state":"invited"}"#],
            to: acme
        )
        _ = try await add(
            [
                #"{"name":"Out","state":"disabled","banned_until":"2027-01-01T00:00:00.000Z"}"#,
                #"{"is_anonymous":true}"#,
                #"{"email":"vera@example.com","contested":true}"#,
            ],
            to: acme
        )
        let lines = try await all(of: acme, withPasswords: true)

        let outcomes = try await add(lines, to: globex)

        #expect(outcomes == [UserTransfer.LineOutcome](repeating: .added, count: 7))
        for field in ["banned_until", "is_anonymous", "contested"] { #expect(lines.count { $0.contains(field) } == 1) }
        #expect(try await all(of: globex, withPasswords: true) == lines)
        _ = try await globex.services.signIns.signIn(
            email: "karl@acme.example",
            password: TestTenant.password,
            in: globex.context()
        )
    }

    @Test func `an export of more than one part has everyone once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let lines = (0..<UserTransfer.batch + 3).map { #"{"email":"person\#($0)@example.com"}"# }
        _ = try await add(Array(lines.prefix(UserTransfer.batch)), to: acme)
        _ = try await add(Array(lines.dropFirst(UserTransfer.batch)), to: acme)
        let transfer = acme.services.transfer

        let first = try await transfer.part(after: nil, withPasswords: false, grant: acme.system.grant())
        let second = try await transfer.part(after: first.last, withPasswords: false, grant: acme.system.grant())

        #expect(first.lines.count == UserTransfer.batch && second.lines.count == 3 && second.last == nil)
        #expect(Set((first.lines + second.lines).map { $0["email"] }).count == lines.count)
        await #expect(throws: DomainError.self) { try await add(lines, to: acme) }
    }

    @Test func `the first right sign-in replaces the hash by one of ours`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await add([Self.whole], to: acme)
        let email = "ada@example.com"

        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await acme.services.signIns.signIn(email: email, password: "correct horse", in: acme.context())
        }
        #expect(try await all(of: acme, withPasswords: true).joined().contains(bcrypt))
        _ = try await acme.services.signIns.signIn(email: email, password: "correct horse battery", in: acme.context())

        let after = try await all(of: acme, withPasswords: true).joined()
        #expect(!after.contains(bcrypt) && after.contains("keyid=1"))
        _ = try await acme.services.signIns.signIn(email: email, password: "correct horse battery", in: acme.context())
    }

    @Test func `signing in to the console replaces it too`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await add([#"{"email":"ada@example.com","role":"admin","password_hash":"\#(bcrypt)"}"#], to: acme)

        _ = try await acme.services.console.signIn(
            email: "ada@example.com",
            password: "correct horse battery",
            tenant: nil,
            from: SignInClient(
                device: Device(),
                origin: RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)
            )
        )

        #expect(try await all(of: acme, withPasswords: true).joined().contains("keyid=1"))
    }

    @Test func `a password counts as new here, however old the account is`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await add([Self.whole], to: acme)

        let id = try #require(User.ID(Self.id))
        let identities = try await acme.services.users.user(id, grant: acme.system.grant()).identities

        #expect(identities.allSatisfy { $0.createdAt == acme.installation.clock.now })
    }

    @Test func `a tenant in privacy mode imports no users with personal data`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.connectApple()
        _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant()) { settings in
            settings.isAnonymous = true
            settings.methods = [.apple]
        }

        let outcomes = try await add([Self.whole, #"{"role":"partner","user_metadata":{"theme":"dark"}}"#], to: acme)

        #expect(
            outcomes == [
                .bad(
                    ["email", "name", "identities"].map { "\($0): This tenant is anonymous and keeps none." }.joined(
                        separator: " "
                    )
                ),
                .added,
            ]
        )
    }

    @Test func `users with much data are exported in shorter parts, each once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let much = #"{"a":"\#(String(repeating: "a", count: 16_000))"}"#
        let lines = (0..<150).map { #"{"email":"person\#($0)@example.com","user_metadata":\#(much)}"# }
        _ = try await add(lines, to: acme)

        var counts: [Int] = []
        var emails: Set<JSONValue?> = []
        var last: User.ID?
        repeat {
            let part = try await acme.services.transfer.part(
                after: last,
                withPasswords: false,
                grant: acme.system.grant()
            )
            counts.append(part.lines.count)
            emails.formUnion(part.lines.map { $0["email"] })
            last = part.last
        } while last != nil

        #expect(counts.count == 2 && counts.reduce(0, +) == 150 && emails.count == 150)
    }
}

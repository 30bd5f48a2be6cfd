import Domain
import Fixtures
import StrictJSON
import Testing
import UseCases

@Suite struct SignUpPolicyTests {
    private let acme: TestTenant
    private let nora = NewAccount(email: "nora@example.com", password: TestTenant.password)

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
    }

    private func set(_ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws {
        _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant(), edit: edit)
    }

    @Test(arguments: [TenantSettings.SignUpPolicy.invited, .closed])
    func `while sign-up is not open no account is created, and existing users sign in`(
        policy: TenantSettings.SignUpPolicy
    ) async throws {
        let ada = try await acme.add("Ada")
        try await set { $0.signUp = policy }
        try await set { $0.methods = [.password, .anonymous] }

        await #expect(throws: AuthFailure.signIn(.signUpDisabled)) {
            try await acme.services.signUps.signUp(nora, in: acme.context())
        }
        await #expect(throws: AuthFailure.signIn(.signUpDisabled)) {
            try await acme.services.signUps.signUpAnonymously(in: acme.context())
        }
        _ = try await acme.signIn(ada)
    }

    @Test func `a sign-in method that is off is rejected`() async throws {
        let ada = try await acme.add("Ada")
        try await acme.connectApple()
        try await set { $0.methods = [.apple] }

        await #expect(throws: AuthFailure.signIn(.passwordDisabled)) { try await acme.signIn(ada) }
        await #expect(throws: AuthFailure.signIn(.passwordDisabled)) {
            try await acme.services.signUps.signUp(nora, in: acme.context())
        }
        await #expect(throws: AuthFailure.signIn(.anonymousDisabled)) {
            try await acme.services.signUps.signUpAnonymously(in: acme.context())
        }
    }

    @Test func `an unconfirmed address opens no session, and a taken one looks like a free one`() async throws {
        let ada = try await acme.add("Ada")
        try await set { $0.confirmsEmail = true }

        let outcome = try await acme.services.signUps.signUp(nora, in: acme.context())
        let taken = NewAccount(email: ada.email?.description ?? "", password: TestTenant.password)
        let other = try await acme.services.signUps.signUp(taken, in: acme.context())

        guard case .unconfirmed(let user) = outcome, case .unconfirmed(let made) = other else {
            Issue.record("\(outcome)")
            return
        }
        #expect(user.email?.description == "nora@example.com" && made.email == ada.email && made.id != ada.id)
        await #expect(throws: AuthFailure.signIn(.emailUnconfirmed)) {
            try await acme.services.signIns.signIn(
                email: "nora@example.com",
                password: TestTenant.password,
                in: acme.context()
            )
        }
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await acme.services.signIns.signIn(
                email: "nora@example.com",
                password: "something else",
                in: acme.context()
            )
        }
    }

    @Test func `a new person has the tenant's attributes, counted from then on`() async throws {
        try await set { $0.defaultAttributes = [DefaultAttribute(name: "trial_ends_at", value: .after(.days(7)))] }

        let outcome = try await acme.services.signUps.signUp(nora, in: acme.context())

        guard case .signedIn(let signedIn) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(signedIn.user.appMetadata.object["trial_ends_at"] == "2026-11-28T09:00:00.000Z")
        let stored = try await acme.services.users.user(signedIn.user.id, grant: acme.system.grant())
        #expect(stored.summary.user == signedIn.user)
    }

    @Test func `an anonymous user has a session and nothing else`() async throws {
        try await set { $0.methods = [.anonymous] }

        let signedIn = try await acme.services.signUps.signUpAnonymously(in: acme.context())

        #expect(signedIn.user.isAnonymous && signedIn.user.email == nil)
        #expect(
            try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id)?.user
                == signedIn.user
        )
    }

    @Test func `an anonymous tenant keeps no address and no name of a device`() async throws {
        try await set {
            $0.methods = [.anonymous]
            $0.isAnonymous = true
        }
        let device = Device(name: "Ada's iPhone", model: "iPhone16,1")

        let signedIn = try await acme.services.signUps.signUpAnonymously(in: acme.context(device: device))

        #expect(signedIn.session.address == nil && signedIn.session.device == Device(model: "iPhone16,1"))
    }

    @Test(arguments: [true, false])
    func `the audit of a tenant in privacy mode is complete and has no addresses of its users`(
        isAnonymous: Bool
    ) async throws {
        try await set {
            $0.methods = [.anonymous]
            $0.isAnonymous = isAnonymous
        }

        let signedIn = try await acme.services.signUps.signUpAnonymously(in: acme.context())
        let record = try #require(
            try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id)
        )
        try await acme.services.sessionSelfService.signOut(record, from: acme.context().origin)

        let all = try await acme.services.audit.page(PageRequest(), grant: acme.system.grant()).items
        let own = all.filter { $0.actor == .user(signedIn.user.id) }
        #expect(
            own.count == 3
                && own.allSatisfy { $0.address == (isAnonymous ? nil : "203.0.113.7") && $0.requestID != nil }
        )
        #expect(
            try await acme.installation.stores.audit.verify(acme.tenant.id, anchor: nil)
                == .whole(entries: Int64(all.count))
        )
    }

    @Test func `a tenant in privacy mode stores no personal data of a sign-up`() async throws {
        try await set {
            $0.methods = [.anonymous]
            $0.isAnonymous = true
        }
        let sent = try UserAttributes([
            "full_name": "Ada", "fullName": "Ada", "email": "ada@example.com", "theme": "dark",
        ])

        let user = try await acme.services.signUps.signUpAnonymously(sent, in: acme.context()).user

        #expect(user.userMetadata.object == ["theme": "dark"])
    }

    @Test func `attributes that are too large or too deep are refused`() throws {
        let large: JSONObject = ["a": .string(String(repeating: "x", count: UserAttributes.maximumBytes))]
        var deep: JSONValue = 1
        for _ in 0..<UserAttributes.maximumDepth { deep = ["a": deep] }

        #expect(throws: FieldProblem.Rule.self) { try UserAttributes(large) }
        #expect(throws: FieldProblem.Rule.self) { try UserAttributes(["a": deep]) }
        let attributes = try UserAttributes(["a": 1, "b": ["c": 2]]).merging(["a": nil, "d": "e"])
        #expect(attributes.text == #"{"b":{"c":2},"d":"e"}"#)
    }
}

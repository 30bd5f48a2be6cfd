@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct SecondFactorTests {
    private let installation: Installation
    private let acme: TestTenant
    private let ada: User
    private let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        ada = try await acme.add("Ada", role: .admin)
    }

    private var services: Services { installation.services }
    private var factors: SecondFactors { services.secondFactors }

    private func beginSignIn(
        _ email: String = "ada@acme.example",
        from address: String = "203.0.113.7"
    ) async throws -> SignInResult {
        try await services.console.beginSignIn(
            email: email,
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: .init(address: address, requestID: "r", trace: nil))
        )
    }

    private func signIn(_ email: String = "ada@acme.example") async throws -> String {
        guard case .entered(let entry) = try await beginSignIn(email) else {
            Issue.record("A code is asked for.")
            return ""
        }
        return entry.token.text
    }

    private func challenge(_ email: String = "ada@acme.example") async throws -> String {
        guard case .codeNeeded(let challenge) = try await beginSignIn(email) else {
            Issue.record("No code is asked for.")
            return ""
        }
        return challenge
    }

    private func code(_ seed: TOTPSecret, later steps: Int64 = 0) -> String {
        TOTP.text(seed.bytes, step: TOTP.step(at: installation.clock.now) + steps)
    }

    private func authenticationState(_ session: String) async throws -> ConsoleAuthenticationState {
        try #require(try await services.console.authenticationState(session))
    }

    /// Sets a second factor up, and lets its first code grow old.
    private func setUp(_ session: String) async throws -> (seed: TOTPSecret, recovery: [String]) {
        let consoleUser = try await authenticationState(session).consoleUser
        let seed = factors.seed(for: consoleUser, session: session)
        let recovery = try await factors.setUp(code: code(seed), for: consoleUser, session: session, from: origin)
        installation.clock.advance(by: .minutes(2))
        return (seed, try #require(recovery))
    }

    @Test func `sign-in needs both the password and the code`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        let challenge = try await challenge()

        await #expect(throws: SecondFactors.wrongCode) {
            _ = try await services.console.enter(
                challenge,
                code: "000000",
                from: SignInClient(device: Device(), origin: origin)
            )
        }
        let forged = try await services.console.enter(
            "B" + challenge.dropFirst(),
            code: code(seed),
            from: SignInClient(device: Device(), origin: origin)
        )
        let entry = try await services.console.enter(
            challenge,
            code: code(seed),
            from: SignInClient(device: Device(), origin: origin)
        )

        #expect(forged == nil)
        #expect(try await services.console.consoleUser(try #require(entry).token.text) != nil)
    }

    @Test(arguments: ["٠", "۰", "०", "０"] as [Unicode.Scalar])
    func `a code is the same in the digits of another script`(zero: Unicode.Scalar) async throws {
        let (seed, _) = try await setUp(try await signIn())
        let challenge = try await challenge()
        let digits = code(seed).utf8.compactMap { Unicode.Scalar(zero.value + UInt32($0 - UInt8(ascii: "0"))) }

        let entry = try await services.console.enter(
            challenge,
            code: String(String.UnicodeScalarView(digits)),
            from: SignInClient(device: Device(), origin: origin)
        )

        #expect(entry != nil)
    }

    @Test func `the same code sent 16 times at once signs in once`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        let challenge = try await challenge()
        let right = code(seed)
        let console = services.console

        let entries = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let origin = RequestOrigin(address: "203.0.113.\(number)", requestID: "r", trace: nil)
                    return
                        (try? await console.enter(
                            challenge,
                            code: right,
                            from: SignInClient(device: Device(), origin: origin)
                        )) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(entries == 1)
    }

    @Test func `an older code than the last one that was used does not fit any more`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        let challenge = try await challenge()
        _ = try await services.console.enter(
            challenge,
            code: code(seed, later: 1),
            from: SignInClient(device: Device(), origin: origin)
        )

        await #expect(throws: SecondFactors.wrongCode) {
            _ = try await services.console.enter(
                challenge,
                code: code(seed),
                from: SignInClient(device: Device(), origin: origin)
            )
        }
    }

    @Test func `a recovery code works once`() async throws {
        let (_, recovery) = try await setUp(try await signIn())
        let challenge = try await challenge()

        let entry = try await services.console.enter(
            challenge,
            code: recovery[3].uppercased(),
            from: SignInClient(device: Device(), origin: origin)
        )

        await #expect(throws: SecondFactors.wrongCode) {
            _ = try await services.console.enter(
                challenge,
                code: recovery[3],
                from: SignInClient(device: Device(), origin: origin)
            )
        }
        let authenticationState = try await authenticationState(try #require(entry).token.text)
        #expect(authenticationState.recoveryLeft == 9)
        #expect(Set(recovery).count == 10)
        #expect(
            try await services.audit.page(PageRequest(limit: 50), grant: acme.system.grant()).items.filter {
                $0.action == .recoveryCodeUsed
            }
            .count == 1
        )
    }

    @Test func `eleven wrong codes from one network are too many, and the right one comes too late`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        let challenge = try await challenge()
        for _ in 0..<10 {
            await #expect(throws: SecondFactors.wrongCode) {
                _ = try await services.console.enter(
                    challenge,
                    code: "000000",
                    from: SignInClient(device: Device(), origin: origin)
                )
            }
        }

        do {
            _ = try await services.console.enter(
                challenge,
                code: code(seed),
                from: SignInClient(device: Device(), origin: origin)
            )
            Issue.record("The eleventh was tried.")
        } catch {
            guard case .throttled = error else { throw error }
        }
    }

    @Test func `the word for the password is good for five minutes, and until the password changes`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        let old = try await challenge()
        _ = try await services.recovery.setPassword(
            "another horse battery",
            of: "ada@acme.example",
            grant: acme.system.grant()
        )

        #expect(
            try await services.console.enter(
                old,
                code: code(seed),
                from: SignInClient(device: Device(), origin: origin)
            ) == nil
        )

        _ = try await services.recovery.setPassword(
            TestTenant.password,
            of: "ada@acme.example",
            grant: acme.system.grant()
        )
        let late = try await challenge()
        installation.clock.advance(by: .minutes(6))
        #expect(
            try await services.console.enter(
                late,
                code: code(seed),
                from: SignInClient(device: Device(), origin: origin)
            ) == nil
        )
    }

    @Test func `a code does not sign a disabled account in`() async throws {
        let (seed, _) = try await setUp(try await signIn())
        try await acme.add("Bob", role: .admin)
        let challenge = try await challenge()
        _ = try await services.users.disable(ada.id, grant: acme.system.grant())

        #expect(
            try await services.console.enter(
                challenge,
                code: code(seed),
                from: SignInClient(device: Device(), origin: origin)
            ) == nil
        )
    }

    @Test func `a seed that was removed is not offered again by the same session`() async throws {
        let session = try await signIn()
        let (seed, _) = try await setUp(session)

        try await factors.remove(code: code(seed), for: authenticationState(session).consoleUser, from: origin)
        let next = try await setUp(session).seed

        #expect(next != seed)
    }

    @Test func `a session from before the second factor needs a code`() async throws {
        let other = try await signIn()
        installation.clock.advance(by: .seconds(1))
        let (seed, _) = try await setUp(try await signIn())

        let before = try await authenticationState(other)
        let rejected = try await services.console.consoleUser(other)
        try await services.console.prove(before, with: code(seed), from: origin)

        #expect(before.need == .code)
        #expect(rejected == nil)
        #expect(try await services.console.consoleUser(other) != nil)
    }

    @Test func `after the removal of a lost second factor the password suffices, and old sessions have ended`()
        async throws
    {
        let session = try await signIn()
        _ = try await setUp(session)

        let isReset = try await services.recovery.resetSecondFactor(of: "ada@acme.example", grant: acme.system.grant())
        let again = try await services.recovery.resetSecondFactor(of: "ada@acme.example", grant: acme.system.grant())

        #expect(isReset)
        #expect(!again)
        #expect(try await services.console.authenticationState(session) == nil)
        _ = try await signIn()
    }

    @Test func `an operator has one too, and loses it with the account`() async throws {
        let grant = try installation.installationGrant
        for name in ["olga", "oda"] {
            _ = try await services.onboarding.createOperator(
                .init(email: "\(name)@example.com", name: name, password: TestTenant.password),
                grant: grant
            )
        }
        let session = try await signIn("olga@example.com")
        let (seed, _) = try await setUp(session)
        let challenge = try await challenge("olga@example.com")

        let entry = try await services.console.enter(
            challenge,
            code: code(seed),
            from: SignInClient(device: Device(), origin: origin)
        )
        let isReset = try await services.recovery.resetSecondFactor(ofOperator: "olga@example.com", grant: grant)

        #expect(entry?.tenant == nil)
        #expect(isReset)
        #expect(try await services.console.authenticationState(session) == nil)
        #expect(try await services.console.authenticationState(try #require(entry).token.text) == nil)
    }

    @Test func `a deleted member leaves no second factor behind`() async throws {
        let bob = try await acme.add("Bob", role: .admin)
        let session = try await signIn("bob@acme.example")
        _ = try await setUp(session)

        try await services.users.delete(bob.id, grant: acme.system.grant())

        let state = try await installation.stores.secondFactors.state(
            of: .member(bob.id, acme.tenant.id),
            session: Data()
        )
        #expect(state.factor == nil)
    }

    @Test func `nothing that opens the console is stored as it is`() async throws {
        let (seed, recovery) = try await setUp(try await signIn())
        let state = try await installation.stores.secondFactors.state(
            of: .member(ada.id, acme.tenant.id),
            session: Data()
        )

        let sealed = try #require(state.factor).sealedSeed

        #expect(sealed.range(of: seed.bytes) == nil)
        #expect(sealed.range(of: Data(seed.text.utf8)) == nil)
        #expect(recovery.allSatisfy { sealed.range(of: Data($0.utf8)) == nil })
    }

    // MARK: What is hard to undo

    @Test func `what is hard to undo needs a password or a code of the last ten minutes`() async throws {
        let bob = try await acme.add("Bob")
        let session = try await signIn()
        installation.clock.advance(by: .minutes(11))
        let access = try await access(session)

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.users.delete(bob.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.links.make(LinkDraft(.resetPassword), for: bob.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.users.assign(role: "admin", to: bob.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.users.create(
                .init(email: "eve@acme.example", name: nil, role: "admin"),
                grant: access.grant()
            )
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.keys.create(kind: .secret, name: "Back end", grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.sessions.end(SessionFilter(), grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.signingKeys.rotate(grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.signingKeys.replaceLeaked(grant: access.grant())
        }
        _ = try await services.keys.create(kind: .ingest, name: "App", grant: access.grant())
        _ = try await services.users.assign(role: "driver", to: bob.id, grant: access.grant())

        await #expect(throws: DomainError.self) {
            try await services.console.prove(authenticationState(session), with: "not the password", from: origin)
        }
        try await services.console.prove(authenticationState(session), with: TestTenant.password, from: origin)
        let proven = try await self.access(session)
        try await services.users.delete(bob.id, grant: proven.grant())
    }

    @Test func `an operator suspends a tenant only soon after a password`() async throws {
        _ = try await services.onboarding.createOperator(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        let session = try await signIn("olga@example.com")
        installation.clock.advance(by: .minutes(11))
        let consoleUser = try await authenticationState(session).consoleUser

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await services.tenants.suspend(
                acme.tenant.id,
                grant: consoleUser.principal(from: origin).installationGrant()
            )
        }
    }

    private func access(_ session: String) async throws -> Access {
        let consoleUser = try await authenticationState(session).consoleUser
        return Access(tenant: acme.tenant.id, principal: consoleUser.principal(from: origin))
    }
}

@Suite struct RequiredSecondFactorTests {
    @Test func `permissions to change users, keys, roles or settings need a second factor, reading does not`()
        async throws
    {
        let installation = try await Installation(secondFactor: .required)
        let acme = try await TestTenant("acme", in: installation)
        try await acme.add("Ada", role: .admin)
        try await acme.add("Vic", role: .onCall)
        let console = installation.services.console

        var needs: [ConsoleAuthenticationState.Need?] = []
        for name in ["ada", "vic"] {
            let session = try await console.signIn(
                email: "\(name)@acme.example",
                password: TestTenant.password,
                tenant: nil,
                from: SignInClient(device: Device(), origin: .init(address: "203.0.113.7", requestID: "r", trace: nil))
            ).token.text
            needs.append(try await console.authenticationState(session)?.need)
            #expect((try await console.consoleUser(session) == nil) == (name == "ada"))
        }

        #expect(needs == [.setUp, nil])
    }
}

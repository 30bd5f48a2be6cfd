import Domain
import Fixtures
import Testing
import UseCases

@Suite struct RateLimitTests {
    @Test func `the eleventh wrong password in a quarter of an hour is not looked at`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let signIns = acme.services.signIns

        for _ in 0..<10 {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                try await signIns.signIn(email: "ada@acme.example", password: "not the one", in: acme.context())
            }
        }

        await #expect(throws: AuthFailure.throttled(retryAfter: .seconds(90))) { try await acme.signIn(ada) }
        acme.installation.clock.advance(by: .seconds(90))
        _ = try await acme.signIn(ada)
    }

    @Test func `guesses at the same time are counted before any is tried`() async throws {
        // On a busy machine a guess may wait for long; the limit is what turns it away here, never the gate.
        let limits = PasswordGate.Limits(queue: 1200, deadline: .seconds(3600))
        let acme = try await TestTenant("acme", in: Installation(passwordLimits: limits))
        try await acme.add("Ada")

        let failures = await withTaskGroup(of: AuthFailure?.self) { group in
            for number in 0..<240 {
                group.addTask {
                    do throws(AuthFailure) {
                        let context = acme.context(address: "203.0.\(number / 20).7")
                        _ = try await acme.services.signIns.signIn(
                            email: "ada@acme.example",
                            password: "guess \(number)",
                            in: context
                        )
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        // Twelve networks with twenty guesses each: ten of each are tried until the account has used its hundred up.
        #expect(failures.count { $0 == .signIn(.wrongCredentials) } == 100)
    }

    @Test func `signing in does not use an account's tries up`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")

        for _ in 0..<25 { _ = try await acme.signIn(ada) }
        // The address has its thirty attempts of a minute again.
        acme.installation.clock.advance(by: .minutes(1))

        // All ten wrong guesses of the network are still there.
        for _ in 0..<10 {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                try await acme.services.signIns.signIn(
                    email: "ada@acme.example",
                    password: "not the one",
                    in: acme.context()
                )
            }
        }
    }

    @Test func `guesses from one network lock no user of another network out`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let console = acme.services.console
        let email = try #require(ada.email?.description)
        for _ in 0..<12 {
            for stranger in ["198.51.100.1", "2001:db8::1", "2001:db8::2"] {
                let context = acme.context(address: stranger)
                _ = try? await acme.services.signIns.signIn(email: email, password: "not the one", in: context)
                _ = try? await console.signIn(
                    email: email,
                    password: "not the one",
                    tenant: nil,
                    from: SignInClient(device: Device(), origin: context.origin)
                )
            }
        }

        _ = try await acme.signIn(ada)
        _ = try await console.signIn(
            email: email,
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: acme.context().origin)
        )
        await #expect(throws: AuthFailure.self) {
            try await acme.services.signIns.signIn(
                email: email,
                password: TestTenant.password,
                in: acme.context(address: "2001:db8::3")
            )
        }
    }

    @Test func `guesses from everywhere are bounded too`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let email = try #require(try await acme.add("Ada").email?.description)

        var failures: [AuthFailure] = []
        for number in 0..<101 {
            do throws(AuthFailure) {
                let context = acme.context(address: "198.51.\(number).1")
                _ = try await acme.services.signIns.signIn(email: email, password: "not the one", in: context)
            } catch { failures.append(error) }
        }

        #expect(failures.prefix(100).allSatisfy { $0 == .signIn(.wrongCredentials) })
        // The bucket would have one more in 36 s; a hundred in a row wait for a minute.
        #expect(failures.last == .throttled(retryAfter: .seconds(60)))
    }
}

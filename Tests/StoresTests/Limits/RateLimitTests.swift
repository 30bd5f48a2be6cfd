import Domain
import Fixtures
import Testing
import UseCases

@Suite struct RateLimitTests {
    @Test func `the eleventh wrong password in a quarter of an hour is not looked at`() async throws {
        let acme = try await Household("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let signIns = acme.services.signIns

        for _ in 0..<10 {
            await #expect(throws: SignInFailure.wrongCredentials) {
                try await signIns.signIn(email: "ada@acme.example", password: "not the one", at: acme.place())
            }
        }

        await #expect(throws: SignInFailure.throttled(retryAfter: .seconds(90))) { try await acme.signIn(ada) }
        acme.installation.clock.advance(by: .seconds(90))
        _ = try await acme.signIn(ada)
    }

    @Test func `guesses at the same time are counted before any is tried`() async throws {
        // On a busy machine a guess may wait for long; the limit is what turns it away here, never the gate.
        let limits = PasswordGate.Limits(deadline: .seconds(3600))
        let acme = try await Household("acme", in: Installation(passwordLimits: limits))
        try await acme.add("Ada")

        let failures = await withTaskGroup(of: SignInFailure?.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do throws(SignInFailure) {
                        let place = acme.place(address: "203.0.113.\(number)")
                        _ = try await acme.services.signIns.signIn(email: "ada@acme.example", password: "guess \(number)", at: place)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(failures.count { $0 == .wrongCredentials } == 10)
    }

    @Test func `signing in does not use an account's tries up`() async throws {
        let acme = try await Household("acme", in: Installation())
        let ada = try await acme.add("Ada")

        for _ in 0..<25 { _ = try await acme.signIn(ada) }
    }
}

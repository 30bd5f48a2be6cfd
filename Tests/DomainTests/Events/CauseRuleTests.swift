import Foundation
import Measuring
import StrictJSON
import Testing

@testable import Domain

struct CauseRuleTests {
    private func rule(
        _ domain: String,
        _ code: String? = nil,
        stage: Stage? = nil,
        as canonical: String = "net.timeout"
    ) throws -> CauseRule {
        CauseRule(
            id: CauseRule.ID(UUID()),
            pattern: ErrorPattern(domain: domain, code: code, stage: stage),
            entry: try #require(CauseCatalogue.assignable(canonical)),
            position: 1,
            version: 1,
            createdAt: Timestamp(milliseconds: 0),
            updatedAt: Timestamp(milliseconds: 0)
        )
    }

    private func event(
        _ domain: String,
        _ code: String,
        beneath: [(String, String)] = [],
        source: EventSource = .client,
        stage: Stage = .tokenExchange,
        outcome: Outcome = .failed,
        _ attributes: [EventAttribute] = []
    ) -> EventContent {
        EventContent(
            id: Event.ID(UUID()),
            occurredAt: Timestamp(milliseconds: 0),
            source: source,
            stage: stage,
            outcome: outcome,
            error: EventError(
                domain: domain,
                code: code,
                chain: beneath.map { EventError.Cause(domain: $0.0, code: $0.1) }
            ),
            attributes: attributes
        )
    }

    private func code(_ event: EventContent, _ rules: CauseRule...) -> String? {
        Classifier.verdict(on: event, rules: CauseRules(rules)).code
    }

    @Test func `a rule gives a code to an error that no table has`() throws {
        #expect(code(event("MyApp.SignInError", "7"), try rule("MyApp.SignInError", "7")) == "net.timeout")
        #expect(code(event("ASAuthorizationError", "1099"), try rule("ASAuthorizationError")) == "net.timeout")
        #expect(code(event("MyApp.SignInError", "8"), try rule("MyApp.SignInError", "7")) == "unclassified")
    }

    @Test func `a rule never overrides a cancellation`() throws {
        let all = try rule("*")

        #expect(code(event("Swift.CancellationError", "1"), all) == "client.task_cancelled")
        let wrapped = event("MyApp.SignInError", "7", beneath: [("ASAuthorizationError", "1001")])
        #expect(Classifier.verdict(on: wrapped, rules: CauseRules([all])).outcome == .cancelled)
        #expect(code(wrapped, all) == "apple.sheet.cancelled")
    }

    @Test func `a rule never overrides a known error, a server's code or a status`() throws {
        let all = try rule("*", as: "pwd.invalid")

        #expect(code(event("NSURLErrorDomain", "-1009"), all) == "net.offline")
        #expect(code(event("MyApp.SignInError", "7", beneath: [("OSStatus", "-25308")]), all) == "keychain.locked")
        #expect(code(event("MyApp.SignInError", "session_expired"), all) == "session.expired")
        let status = EventAttribute("http.response.status_code", .integer(503))
        #expect(code(event("MyApp.SignInError", "7", [status]), all) == "http.upstream")
    }

    @Test func `a rule is for events of apps that have an error`() throws {
        let all = try rule("*")

        #expect(code(event("MyApp.SignInError", "7", source: .server), all) == "unclassified")
        #expect(code(event("", ""), all) == "unclassified")
        #expect(code(event("", "7"), all) == "net.timeout")
    }

    @Test func `the first rule that matches decides`() throws {
        let rules = [try rule("MyApp.*", "7", as: "net.dns"), try rule("MyApp.SignInError", as: "net.timeout")]

        #expect(code(event("MyApp.SignInError", "7"), rules[0], rules[1]) == "net.dns")
        #expect(code(event("MyApp.SignInError", "7"), rules[1], rules[0]) == "net.timeout")
        #expect(code(event("MyApp.SignInError", "8"), rules[0], rules[1]) == "net.timeout")
    }

    @Test(
        arguments: [
            ("MyApp", true), ("MyApp*", true), ("My*", true), ("*", true), ("MyApp.*", false), ("myapp", false),
            ("MyAp", false), ("M*App", false), ("MyApp**", false),
        ]
    )
    func `a domain is compared by its bytes, and a star at the end stands for any`(
        pattern: String,
        matches: Bool
    ) throws {
        #expect((code(event("MyApp", "7"), try rule(pattern)) == "net.timeout") == matches)
    }

    @Test func `texts that only look alike are different`() throws {
        #expect(code(event("Caf\u{E9}", "7"), try rule("Cafe\u{301}")) == "unclassified")
        #expect(code(event("Cafe\u{301}", "7"), try rule("Cafe*")) == "net.timeout")
        #expect(code(event("MyApp", "\u{E9}"), try rule("MyApp", "e\u{301}")) == "unclassified")
    }

    @Test func `an error beneath another one and the stage count`() throws {
        let wrapped = event("Wrapper", "1", beneath: [("Middle", "2"), ("MyApp", "7")], stage: .refresh)

        #expect(code(wrapped, try rule("MyApp", "7")) == "net.timeout")
        #expect(code(wrapped, try rule("Middle", "2", stage: .refresh)) == "net.timeout")
        #expect(code(wrapped, try rule("Middle", "7")) == "unclassified")
        #expect(code(wrapped, try rule("MyApp", "7", stage: .ui)) == "unclassified")
    }

    @Test func `errors that a rule calls a cancellation or a wrong password are so, and no failure`() throws {
        let rules = CauseRules([try rule("MyApp", as: "client.task_cancelled")])

        #expect(Classifier.verdict(on: event("MyApp", "7"), rules: rules).outcome == .cancelled)
        #expect(Classifier.verdict(on: event("MyApp", "7", outcome: .success), rules: rules).outcome == .success)
        let rejected = CauseRules([try rule("MyApp", as: "pwd.invalid")])
        #expect(Classifier.verdict(on: event("MyApp", "7"), rules: rejected).outcome == .rejected)
    }

    @Test func `what the user corrects is rejected when a client calls it failed`() {
        let mistakes = CauseCatalogue.entries.filter(\.isMistake)

        #expect(
            Set(mistakes.map(\.code)) == [
                "pwd.invalid", "pwd.unconfirmed", "pwd.change_rejected", "account.last_identity", "signup.exists",
                "signup.weak_password", "reauth.needed", "mfa.challenge_expired", "mfa.verification_failed",
                "mfa.factor_name_conflict", "mfa.other", "otp.expired", "captcha.failed", "biometry.failed",
                "biometry.locked", "keychain.auth_failed", "passkey.device_not_ready", "passkey.pin",
                "passkey.several_keys",
            ]
        )
        #expect(
            mistakes.allSatisfy { $0.outcome == .rejected && $0.fault == .user && $0.retry == .afterUserAction }
        )
        let wrongPassword = event("BetterAuth", "INVALID_EMAIL_OR_PASSWORD")
        #expect(Classifier.verdict(on: wrongPassword) == .init(outcome: .rejected, code: "pwd.invalid"))
    }

    @Test(arguments: [
        "unclassified", "apple.sheet.unclassified", "inc.clock", "mfa.new_error", "none", "", "Net.Timeout",
    ])
    func `some codes cannot be assigned`(code: String) {
        #expect(CauseCatalogue.assignable(code) == nil)
    }

    @Test func `long texts are compared in little processor time`() throws {
        let long = String(repeating: "e\u{301}", count: 5000)
        let rules = CauseRules(try (0..<CauseRule.maximumPerTenant).map { try rule("\(long.prefix(60))\($0)*") })

        let elapsed = ProcessorTime.of {
            for _ in 0..<100 { _ = Classifier.verdict(on: event(long, long), rules: rules) }
        }

        #expect(elapsed < .seconds(5))
    }
}

import StrictJSON
import Testing

@testable import Domain

struct CauseCatalogueTests {
    private func verdict(_ domain: String, _ code: String, of source: EventSource = .server) -> Classifier.Verdict {
        Classifier.verdict(
            on: EventContent(
                id: Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")!,  // written out, so it parses
                occurredAt: Timestamp(milliseconds: 0),
                source: source,
                stage: .other,
                outcome: .failed,
                error: EventError(domain: domain, code: code)
            )
        )
    }

    @Test func `each row of the taxonomy has its canonical code, which has an entry`() {
        for row in TaxonomyRows.all {
            for code in row.codes.split(separator: " ") {
                #expect(verdict(row.domain, String(code)).code == row.canonical, "\(row.domain) \(code)")
            }
            #expect(CauseCatalogue.entry(row.canonical)?.code == row.canonical, "\(row.canonical)")
        }
    }

    @Test func `each code that the classifier can assign has an entry`() {
        let known = KnownErrors.standard
        let assigned =
            known.families.flatMap { $0.errors.map(\.canonical) } + (400...599).compactMap(known.canonical(ofStatus:))
            + [Classifier.unclassified, Classifier.unknownSheetError, Classifier.nothingToShow]
            + ["apple.server.unavailable", "apple.sheet.cancelled"]

        for code in assigned { #expect(CauseCatalogue.entry(code)?.code == code, "\(code)") }
    }

    @Test func `the entries stand section by section`() {
        let entries = CauseCatalogue.entries

        #expect(entries.count > 190)
        #expect(CauseSection.allCases.flatMap(\.entries) == entries)
        for section in CauseSection.allCases { #expect(!section.entries.isEmpty) }
    }

    /// An event with one of them is a cancellation, whatever the app calls it.
    @Test func `these codes are cancellations, and no other`() {
        let cancelled = CauseCatalogue.entries.filter { $0.outcome == .cancelled }

        #expect(
            Set(cancelled.map(\.code)) == [
                "apple.sheet.cancelled", "android.sheet.cancelled", "passkey.cancelled",
                "apple.sheet.prefers_siwa",
                "web.sheet.cancelled",
                "biometry.cancelled",
                "biometry.system_cancelled",
                "biometry.app_cancelled",
                "net.cancelled",
                "net.auth_challenge_cancelled",
                "client.task_cancelled",
                "keychain.cancelled",
                "ck.cancelled",
            ]
        )
    }

    @Test func `a code of a second factor without an entry of its own has that of all others`() {
        #expect(CauseCatalogue.entry("mfa.challenge_expired")?.code == "mfa.challenge_expired")
        #expect(CauseCatalogue.entry("mfa.totp_enroll_not_enabled")?.code == "mfa.other")
    }

    @Test(arguments: ["", "keychain", "keychain.locked ", "KEYCHAIN.LOCKED", "keychain.locke\u{301}d", "pwd.*"])
    func `a code that is not in the list has no entry`(code: String) {
        #expect(CauseCatalogue.entry(code) == nil)
    }

    @Test(arguments: [
        ("gatehouse", "single_identity_not_deletable", "account.last_identity"),
        ("gatehouse", "identity_not_found", "account.identity_missing"),
        ("gatehouse", "feature_disabled", "request.feature_disabled"),
        ("gatehouse", "too_many_enrolled_mfa_factors", "mfa.other"),
        ("gatehouse", "inc.double_exchange", "inc.double_exchange"),
        ("gatehouse", "session_revoked_by_administrator", "session.missing"),
        ("gatehouse", "session_refresh_reuse", "refresh.reused"), ("gatehouse", "session_expired", "session.expired"),
        ("BetterAuth", "BANNED_USER", "account.banned"), ("BetterAuth", "EMAIL_PASSWORD_DISABLED", "provider.disabled"),
        ("BetterAuth", "PASSWORD_COMPROMISED", "signup.weak_password"),
        ("local", "pinning_mismatch", "tls.pinning"), ("inc", "clock", "inc.clock"),
    ])
    func `errors of this server and of its rules have their canonical code`(
        domain: String,
        code: String,
        expected: String
    ) {
        #expect(verdict(domain, code).code == expected)
    }

    @Test(arguments: [("inc", "clock"), ("INC", "revoked_but_active"), ("gatehouse", "inc.double_exchange")])
    func `a client cannot report a contradiction that only the server finds`(domain: String, code: String) {
        #expect(verdict(domain, code, of: .client).code == Classifier.unclassified)
    }
}

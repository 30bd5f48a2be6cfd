import Testing

@testable import Domain

struct ClassifierTests {
    private func event(
        _ domain: String? = nil,
        _ code: String = "",
        beneath: [(String, String)] = [],
        stage: Stage = .tokenExchange,
        outcome: Outcome = .failed,
        _ attributes: [EventAttribute] = []
    ) -> IncomingEvent {
        let chain = beneath.map { EventError.Cause(domain: $0.0, code: $0.1) }
        return IncomingEvent(
            id: Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")!,  // written out, so it parses
            occurredAt: Timestamp(milliseconds: 0),
            stage: stage,
            outcome: outcome,
            error: domain.map { EventError(domain: $0, code: code, chain: chain) },
            attributes: attributes
        )
    }

    @Test(arguments: [
        ("com.apple.AuthenticationServices.AuthorizationError", "1000", "apple.sheet.unknown"),
        ("ASAuthorizationErrorDomain", "1001", "apple.sheet.cancelled"),
        ("ASAuthorizationError", "notHandled", "apple.sheet.not_handled"),
        ("ASAuthorizationError", "1010", "passkey.device_not_ready"),
        ("ASAuthorizationError", "1099", "apple.sheet.unclassified"),
        ("AKAuthenticationError", "-7026", "cause.missing_entitlement"),
        ("ASCAuthorizationErrorDomain", "21", "cause.as_agent"),
        ("WKErrorDomain", "5", "cause.webkit"), ("ASWebAuthenticationSessionErrorDomain", "1", "web.sheet.cancelled"),
        ("com.apple.LocalAuthentication", "-8", "biometry.locked"), ("LAError", "-6", "biometry.unavailable"),
        ("CredentialState", "0", "apple.credential.revoked"), ("local", "nonce_mismatch", "credential.nonce"),
        ("SwiftUI", "double_flow", "client.double_request"), ("NSURLErrorDomain", "-1001", "net.timeout"),
        ("URLError", "cannotFindHost", "net.dns"), ("kCFErrorDomainCFNetwork", "-1009", "net.offline"),
        ("kCFErrorDomainCFNetwork", "310", "net.proxy"), ("NSPOSIXErrorDomain", "61", "net.posix"),
        ("NSURLErrorDomain", "-1204", "tls.date"),
        ("Swift.CancellationError", "1", "client.task_cancelled"),
        ("Swift.DecodingError", "keyNotFound", "client.decode"),
        ("NSCocoaErrorDomain", "3840", "client.decode"), ("http", "html_instead_of_json", "net.captive_portal"),
        ("http", "401", "http.401_uncoded"), ("HTTPError", "503", "http.upstream"),
        ("AppleJS", "popup_closed_by_user", "apple.sheet.cancelled"),
        ("apple", "invalid_grant", "apple.token.invalid_grant"), ("jwks", "kid_unknown", "apple.jwks.kid_unknown"),
        ("idtoken", "aud", "apple.idtoken.audience"), ("notice", "duplicate", "account.notice_bad"),
        ("AuthApiError", "refresh_token_already_used", "refresh.reused"),
        ("gatehouse", "invalid_credentials", "pwd.invalid"),
        ("BetterAuth", "INVALID_EMAIL_OR_PASSWORD", "pwd.invalid"),
        ("MyApp.SignInError", "session_expired", "session.expired"),
        ("GoTrue", "mfa_factor_not_found", "mfa.factor_not_found"), ("GoTrue", "flow_state_expired", "pkce.state"),
        ("GoTrue", "hook_timeout_after_retry", "server.hook"),
        ("MyApp.SignInError", "invalid_client", "apple.token.invalid_client"),
        ("NSOSStatusErrorDomain", "-25308", "keychain.locked"),
        ("OSStatus", "errSecItemNotFound", "keychain.not_found"),
        ("NSOSStatusErrorDomain", "-34018", "keychain.entitlement"), ("app", "codable", "session.schema"),
        ("CKErrorDomain", "12", "ck.bad_request"), ("CKError", "9", "ck.no_icloud"),
        ("CKAccountStatus", "3", "ck.account_status"),
        ("NSURLErrorDomain", "-4242", "unclassified"), ("MyApp.SignInError", "7", "unclassified"),
        ("", "", "unclassified"),
    ])
    func `an error has its canonical cause`(domain: String, code: String, expected: String) {
        #expect(Classifier.code(for: event(domain, code)) == expected)
    }

    @Test func `every row of every table is found by its code and by its name`() {
        for family in CauseFamily.allCases {
            for cause in family.causes {
                for code in [cause.code, cause.name] {
                    #expect(CauseFamily.known(family, code)?.canonical == cause.canonical, "\(family) \(code)")
                }
            }
        }
    }

    @Test func `no two rows of a family have one code`() {
        for family in CauseFamily.allCases {
            #expect(Set(family.causes.map(\.code)).count == family.causes.count, "\(family)")
        }
    }

    @Test func `without an error the outcome tells whether there is a cause`() {
        #expect(Classifier.code(for: event(outcome: .success)) == nil)
        #expect(Classifier.code(for: event(outcome: .skipped)) == nil)
        #expect(Classifier.code(for: event(outcome: .cancelled)) == nil)
        #expect(Classifier.code(for: event(stage: .appleSheet, outcome: .cancelled)) == "apple.sheet.cancelled")
        #expect(Classifier.code(for: event(outcome: .failed)) == "unclassified")
        #expect(
            Classifier.code(for: event(outcome: .rejected, [.init("http.response.status_code", .integer(429))]))
                == "http.throttle"
        )
        #expect(
            Classifier.code(for: event(outcome: .failed, [.init("http.response.status_code", .integer(200))]))
                == "unclassified"
        )
    }

    @Test func `the deepest known error decides the cause`() {
        let sheet = "com.apple.AuthenticationServices.AuthorizationError"

        #expect(
            Classifier.code(for: event(sheet, "1000", beneath: [("AKAuthenticationError", "-7026")]))
                == "cause.missing_entitlement"
        )
        #expect(Classifier.code(for: event(sheet, "1004", beneath: [("NSURLErrorDomain", "-1009")])) == "net.offline")
        #expect(Classifier.code(for: event(sheet, "1000", beneath: [("Private", "3")])) == "apple.sheet.unknown")
        #expect(
            Classifier.code(for: event("MyApp.Wrapper", "1", beneath: [("OSStatus", "-25299")])) == "keychain.duplicate"
        )
    }

    @Test func `a vague error yields to one that says more`() {
        let connect = event(
            "NSURLErrorDomain",
            "-1004",
            beneath: [("kCFErrorDomainCFNetwork", "-1004"), ("NSPOSIXErrorDomain", "61")]
        )

        #expect(Classifier.code(for: connect) == "net.connect")
        #expect(Classifier.code(for: event("CKError", "4", beneath: [("NSURLErrorDomain", "-1001")])) == "net.timeout")
        #expect(
            Classifier.code(for: event("ASAuthorizationError", "1004", beneath: [("NSOSStatusErrorDomain", "-54")]))
                == "apple.sheet.failed"
        )
    }

    @Test func `a server's code beats a status, which beats the transport`() {
        let status = EventAttribute("http.response.status_code", .integer(401))
        let code = EventAttribute("auth.server.code", .text("session_not_found"))

        #expect(Classifier.code(for: event("NSURLErrorDomain", "-1011", [status, code])) == "session.missing")
        #expect(Classifier.code(for: event("NSURLErrorDomain", "-1011", [status])) == "http.401_uncoded")
        #expect(
            Classifier.code(for: event("Swift.DecodingError", "1", [.init("http.response.status_code", .text("502"))]))
                == "http.upstream"
        )
        #expect(Classifier.code(for: event("OSStatus", "-25308", [status])) == "keychain.locked")
        #expect(Classifier.code(for: event("NSURLErrorDomain", "-1011")) == "net.bad_response")
    }

    @Test func `between us and Apple a fault of the way is Apple's`() {
        #expect(Classifier.code(for: event("http", "503", stage: .appleVerify)) == "apple.server.unavailable")
        #expect(Classifier.code(for: event("http", "503", stage: .refresh)) == "http.upstream")
    }

    // MARK: Cancellation

    @Test(arguments: [
        ("ASAuthorizationError", "1001"), ("ASWebAuthenticationSessionError", "1"), ("LAError", "-2"),
        ("LAError", "-4"), ("LAError", "-9"),
        ("NSOSStatusErrorDomain", "-128"), ("NSURLErrorDomain", "-999"), ("NSURLErrorDomain", "-1012"),
        ("Swift.CancellationError", "1"),
        ("CKErrorDomain", "20"), ("AppleJS", "user_cancelled_authorize"), ("ASAuthorizationError", "1009"),
    ])
    func `a cancellation is never a failure`(domain: String, code: String) {
        #expect(Classifier.isCancellation(EventError(domain: domain, code: code)))
        #expect(Classifier.outcome(for: event(domain, code, outcome: .failed)) == .cancelled)
        #expect(
            Classifier.outcome(for: event("MyApp.Wrapper", "1", beneath: [(domain, code)], outcome: .rejected))
                == .cancelled
        )
    }

    @Test func `what is no cancellation keeps its outcome`() {
        #expect(Classifier.outcome(for: event("NSURLErrorDomain", "-1001", outcome: .failed)) == .failed)
        #expect(Classifier.outcome(for: event("MyApp.Wrapper", "1001", outcome: .rejected)) == .rejected)
        #expect(
            Classifier.outcome(for: event("NSURLErrorDomain", "-1001", beneath: [("NSURLErrorDomain", "-999")]))
                == .failed
        )
        #expect(Classifier.outcome(for: event("NSURLErrorDomain", "-999", outcome: .success)) == .success)
        #expect(Classifier.outcome(for: event(outcome: .failed)) == .failed)
    }

    @Test func `a cancelled sheet behind which another error hides was never shown`() {
        let hidden = event("ASAuthorizationError", "1001", beneath: [("AKAuthenticationError", "-7026")])
        let silent = event("ASAuthorizationError", "1001", [.init("auth.silent", .truth(true))])
        let tooFast = event(
            "ASAuthorizationError",
            "1001",
            [.init("auth.elapsed_ms", .integer(120)), .init("auth.user_gesture", .truth(false))]
        )

        for event in [hidden, silent, tooFast] {
            #expect(Classifier.code(for: event) == "apple.sheet.no_ui_or_no_credential")
            #expect(Classifier.outcome(for: event) == .skipped)
        }
        #expect(
            Classifier.outcome(for: event("ASAuthorizationError", "1001", beneath: [("NSOSStatusErrorDomain", "-54")]))
                == .cancelled
        )
    }
}

extension CauseFamily {
    /// Through one of the family's own domains, as an event would ask.
    fileprivate static func known(_ family: CauseFamily, _ code: String) -> Cause? {
        [
            "ASAuthorizationError", "AKAuthenticationError", "ASCAuthorizationErrorDomain", "WKError",
            "ASWebAuthenticationSessionError",
            "LA",
            "CredentialState", "local", "URLError", "POSIXError", "CancellationError", "DecodingError", "CocoaError",
            "http", "AppleJS",
            "apple",
            "revoke", "jwks", "idtoken", "notice", "gatehouse", "OSStatus", "app", "CKError", "CKAccountStatus",
        ].first { CauseFamily(domain: $0) == family }.flatMap { Cause.known(domain: $0, code: code) }
    }
}

import Testing

@testable import Domain

struct ClassifierTests {
    private func event(
        _ domain: String? = nil,
        _ code: String = "",
        beneath: [(String, String)] = [],
        stage: Stage = .tokenExchange,
        outcome: Outcome = .failed,
        message: String? = nil,
        _ attributes: [EventAttribute] = []
    ) -> EventContent {
        let chain = beneath.map { EventError.Cause(domain: $0.0, code: $0.1) }
        return EventContent(
            id: Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")!,  // written out, so it parses
            occurredAt: Timestamp(milliseconds: 0),
            stage: stage,
            outcome: outcome,
            error: domain.map { EventError(domain: $0, code: code, message: message, chain: chain) },
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
        #expect(Classifier.verdict(on: event(domain, code)).code == expected)
    }

    @Test(arguments: [
        (Outcome.info, nil), (.success, nil), (.skipped, nil), (.cancelled, "apple.sheet.cancelled"),
        (.failed, "unclassified"), (.degraded, "unclassified"),
    ])
    func `an error that is only a message is classified by its outcome`(outcome: Outcome, code: String?) {
        let verdict = Classifier.verdict(on: event("", stage: .appleSheet, outcome: outcome))

        #expect(verdict == Classifier.Verdict(outcome: outcome, code: code))
    }

    @Test func `every error of every table is found by its code and by its name`() {
        for family in KnownErrors.standard.families {
            for error in family.errors {
                for code in [error.code, error.name ?? error.code] {
                    #expect(family.error(code: code.uppercased())?.canonical == error.canonical, "\(code)")
                }
            }
        }
    }

    @Test func `a code of a second factor that is not in the catalogue is no mistake of the user`() {
        let new = event("gatehouse", "mfa_totp_enroll_not_enabled", outcome: .failed)
        let known = event("gatehouse", "mfa_verification_failed", outcome: .failed)

        #expect(Classifier.verdict(on: new) == .init(outcome: .failed, code: "mfa.totp_enroll_not_enabled"))
        #expect(Classifier.verdict(on: known) == .init(outcome: .rejected, code: "mfa.verification_failed"))
    }

    @Test func `without an error the outcome decides whether there is a cause`() {
        #expect(Classifier.verdict(on: event(outcome: .success)).code == nil)
        #expect(Classifier.verdict(on: event(outcome: .skipped)).code == nil)
        #expect(Classifier.verdict(on: event(outcome: .cancelled)).code == nil)
        #expect(Classifier.verdict(on: event(stage: .appleSheet, outcome: .cancelled)).code == "apple.sheet.cancelled")
        #expect(Classifier.verdict(on: event(outcome: .failed)).code == "unclassified")
        #expect(
            Classifier.verdict(on: event(outcome: .rejected, [.init("http.response.status_code", .integer(429))])).code
                == "http.throttle"
        )
        #expect(
            Classifier.verdict(on: event(outcome: .failed, [.init("http.response.status_code", .integer(200))])).code
                == "unclassified"
        )
    }

    @Test func `the deepest known error decides the cause`() {
        let sheet = "com.apple.AuthenticationServices.AuthorizationError"

        #expect(
            Classifier.verdict(on: event(sheet, "1000", beneath: [("AKAuthenticationError", "-7026")])).code
                == "cause.missing_entitlement"
        )
        #expect(
            Classifier.verdict(on: event(sheet, "1004", beneath: [("NSURLErrorDomain", "-1009")])).code == "net.offline"
        )
        #expect(Classifier.verdict(on: event(sheet, "1000", beneath: [("Private", "3")])).code == "apple.sheet.unknown")
        #expect(
            Classifier.verdict(on: event("MyApp.Wrapper", "1", beneath: [("OSStatus", "-25299")])).code
                == "keychain.duplicate"
        )
    }

    @Test func `a vague error yields to one that says more`() {
        let connect = event(
            "NSURLErrorDomain",
            "-1004",
            beneath: [("kCFErrorDomainCFNetwork", "-1004"), ("NSPOSIXErrorDomain", "61")]
        )

        #expect(Classifier.verdict(on: connect).code == "net.connect")
        #expect(
            Classifier.verdict(on: event("CKError", "4", beneath: [("NSURLErrorDomain", "-1001")])).code
                == "net.timeout"
        )
        #expect(
            Classifier.verdict(on: event("ASAuthorizationError", "1004", beneath: [("NSOSStatusErrorDomain", "-54")]))
                .code
                == "apple.sheet.failed"
        )
    }

    @Test func `a server's code beats a status, which beats the transport`() {
        let status = EventAttribute("http.response.status_code", .integer(401))
        let code = EventAttribute("auth.server.code", .text("session_not_found"))

        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-1011", [status, code])).code == "session.missing")
        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-1011", [status])).code == "http.401_uncoded")
        #expect(
            Classifier.verdict(
                on: event("Swift.DecodingError", "1", [.init("http.response.status_code", .text("502"))])
            ).code
                == "http.upstream"
        )
        #expect(Classifier.verdict(on: event("OSStatus", "-25308", [status])).code == "keychain.locked")
        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-1011")).code == "net.bad_response")
    }

    @Test(arguments: [
        ("Error", "", "TypeError: FAILED TO FETCH", "net.fetch_failed"),
        ("Error", "", "Something failed", "unclassified"),
        ("Error", "invalid_credentials", "Signing in failed", "pwd.invalid"),
        ("NotAllowedError", "invalid_credentials", "", "passkey.cancelled"),
        ("AxiosError", "", "Request failed with status code 401", "http.401_uncoded"),
        ("AxiosError", "", "connect ECONNREFUSED 10.0.0.1:443", "net.connect"),
        ("HTTPError", "", "502 Server Error: Bad Gateway for url: https://id.example.com:443/token", "http.upstream"),
        ("HTTPError", "", "Got 401: retry in 500 ms", "http.401_uncoded"),
        ("HTTPError", "", "404ms, 4040, 600, 399", "unclassified"),
        ("ApiException", "", "10: ", "android.sheet.provider"), ("ApiException", "", "10 times", "unclassified"),
        ("ApiException", "16", "10: ", "android.sheet.cancelled"),
        ("ApiException", "", "10:", "android.sheet.provider"),
        ("ApiException", "", "10:32:05 failed", "unclassified"),
    ])
    func `where a domain says little, the message tells`(
        domain: String,
        code: String,
        message: String,
        expected: String
    ) {
        #expect(Classifier.verdict(on: event(domain, code, message: message)).code == expected)
    }

    @Test func `a number that is no status leaves the decision to the attribute and to the other errors`() {
        let status = EventAttribute("http.response.status_code", .integer(401))

        #expect(Classifier.verdict(on: event("http", "0", [status])).code == "http.401_uncoded")
        #expect(Classifier.verdict(on: event("http", "-3008", beneath: [("http", "503")])).code == "http.upstream")
    }

    @Test func `a vague cancellation hides no error beneath it`() {
        let timeout = event("IOException", beneath: [("SocketTimeoutException", "")], message: "Canceled")

        #expect(Classifier.verdict(on: timeout) == .init(outcome: .failed, code: "net.timeout"))
        #expect(Classifier.verdict(on: event("IOException", message: "Canceled")).outcome == .cancelled)
    }

    @Test func `an error of another use is no cancellation by what is beneath it, and hides none above it`() {
        let pool = "QueuePool limit of size 5 overflow 10 reached"
        let above = event("TimeoutError", beneath: [("NSURLErrorDomain", "-999")], message: pool)
        var beneath = event("ASAuthorizationError", "1001")
        beneath.error?.chain = [EventError.Cause(domain: "TimeoutError", code: "", message: pool)]

        #expect(Classifier.verdict(on: above) == .init(outcome: .failed, code: "net.cancelled"))
        #expect(Classifier.verdict(on: beneath) == .init(outcome: .cancelled, code: "apple.sheet.cancelled"))
        #expect(Classifier.verdict(on: event("TimeoutError", message: pool)).code == "unclassified")
    }

    @Test func `a decisive error says more than what is beneath it, and than a status`() {
        let keys = event("JwksError", beneath: [("ConnectionRefusedError", "111")])
        let status = EventAttribute("http.response.status_code", .integer(502))

        #expect(Classifier.verdict(on: keys).code == "token.keys_unavailable")
        #expect(Classifier.verdict(on: event("JwksError", "", [status])).code == "token.keys_unavailable")
        #expect(Classifier.verdict(on: event("ConnectionRefusedError", "111", [status])).code == "http.upstream")
    }

    @Test(arguments: [
        ("http.response.header.content-type", "text/html; charset=utf-8"), ("content_type", "TEXT/HTML"),
        ("http.response.header.content-type", #"["text/html"]"#),
    ])
    func `a page where data was expected is the portal of a network, unless the status tells`(
        name: String,
        type: String
    ) {
        let page = EventAttribute(name, .text(type))
        let status = EventAttribute("http.response.status_code", .integer(502))

        #expect(Classifier.verdict(on: event("Swift.DecodingError", "1", [page])).code == "net.captive_portal")
        #expect(Classifier.verdict(on: event("Swift.DecodingError", "1", [page, status])).code == "http.upstream")
        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-1009", [page])).code == "net.offline")
        #expect(
            Classifier.verdict(on: event("Swift.DecodingError", "1", [.init(name, .text("application/json"))])).code
                == "client.decode"
        )
    }

    @Test func `between us and Apple a fault of the way is Apple's`() {
        #expect(Classifier.verdict(on: event("http", "503", stage: .appleVerify)).code == "apple.server.unavailable")
        #expect(Classifier.verdict(on: event("http", "503", stage: .refresh)).code == "http.upstream")
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
        #expect(Classifier.verdict(on: event(domain, code, outcome: .skipped)).outcome == .cancelled)
        #expect(Classifier.verdict(on: event(domain, code, outcome: .failed)).outcome == .cancelled)
        #expect(
            Classifier.verdict(on: event("MyApp.Wrapper", "1", beneath: [(domain, code)], outcome: .rejected)).outcome
                == .cancelled
        )
    }

    @Test func `what is no cancellation keeps its outcome`() {
        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-1001", outcome: .failed)).outcome == .failed)
        #expect(Classifier.verdict(on: event("MyApp.Wrapper", "1001", outcome: .rejected)).outcome == .rejected)
        #expect(
            Classifier.verdict(on: event("NSURLErrorDomain", "-1001", beneath: [("NSURLErrorDomain", "-999")])).outcome
                == .failed
        )
        #expect(Classifier.verdict(on: event("NSURLErrorDomain", "-999", outcome: .success)).outcome == .success)
        #expect(Classifier.verdict(on: event(outcome: .failed)).outcome == .failed)
    }

    @Test func `a cancelled sheet behind which another error hides was never shown`() {
        let hidden = event("ASAuthorizationError", "1001", beneath: [("AKAuthenticationError", "-7026")])
        let silent = event("ASAuthorizationError", "1001", [.init("auth.silent", .bool(true))])
        let tooFast = event(
            "ASAuthorizationError",
            "1001",
            [.init("auth.elapsed_ms", .integer(120)), .init("auth.user_gesture", .bool(false))]
        )

        for event in [hidden, silent, tooFast] {
            #expect(Classifier.verdict(on: event).code == "apple.sheet.no_ui_or_no_credential")
            #expect(Classifier.verdict(on: event).outcome == .skipped)
        }
        #expect(
            Classifier.verdict(on: event("ASAuthorizationError", "1001", beneath: [("NSOSStatusErrorDomain", "-54")]))
                .outcome
                == .cancelled
        )
    }
}

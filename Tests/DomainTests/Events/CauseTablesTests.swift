import Foundation
import StrictJSON
import Testing

@testable import Domain

/// The files of the catalogue of causes and of the known errors, and what is rejected in them.
struct CauseTablesTests {
    // MARK: causes.json

    private func causes(_ entries: String, snippets: String = "", sources: String = "") throws -> CauseTable {
        try CauseTable(Array(#"{"entries": [\#(entries)], "snippets": [\#(snippets)], "sources": [\#(sources)]}"#.utf8))
    }

    private static let entry =
        #"{"section": "other", "code": "a.b", "outcome": "failed", "fault": "app", "retry": "no", "#
        + #""stages": ["ui"], "sources": ["A"], "snippet": "S"}"#
    private static let source = #"{"name": "A", "url": "https://a.example"}"#
    private static let snippet = #"{"name": "S", "lines": ["a", "b"]}"#

    @Test func `an entry has the snippet and the sources that it names`() throws {
        let table = try causes(Self.entry, snippets: Self.snippet, sources: Self.source)

        let entry = try #require(table.entry("a.b"))
        #expect(entry.snippet == "a\nb")
        #expect(entry.sources == [CauseSource(title: "A", url: "https://a.example")])
        #expect(!entry.isMistake)
        #expect(table.entry("a.c") == nil)
    }

    @Test func `a name that nothing has, and one that occurs twice, are rejected`() {
        let (entry, snippet, source) = (Self.entry, Self.snippet, Self.source)

        #expect(throws: EmbeddedTableProblem("S", "Nothing has this name.")) { try causes(entry, sources: source) }
        #expect(throws: EmbeddedTableProblem("A", "Nothing has this name.")) { try causes(entry, snippets: snippet) }
        #expect(throws: EmbeddedTableProblem("a.b", "It occurs twice.")) {
            try causes("\(entry), \(entry)", snippets: snippet, sources: source)
        }
        #expect(throws: EmbeddedTableProblem("A", "It occurs twice.")) {
            try causes("", sources: "\(source), \(source)")
        }
        #expect(throws: EmbeddedTableProblem("S", "It occurs twice.")) {
            try causes("", snippets: "\(snippet), \(snippet)")
        }
    }

    @Test(arguments: [
        (#""section": "other""#, #""section": "others""#), (#""outcome": "failed""#, #""outcome": "broken""#),
        (#""fault": "app""#, #""fault": "nobody""#), (#""retry": "no""#, #""retry": "maybe""#),
        (#"["ui"]"#, #"["door"]"#),
        (#""sources": ["A"], "#, ""), (#""code": "a.b", "#, ""),
    ])
    func `an unknown word, and a key that is missing, are rejected`(right: String, wrong: String) throws {
        let entry = Self.entry.replacing(right, with: wrong)

        #expect(entry != Self.entry)
        #expect(throws: DecodingError.self) { try causes(entry, snippets: Self.snippet, sources: Self.source) }
    }

    // MARK: errors.json

    private func errors(
        _ families: String,
        codes: String = "",
        prefixes: String = "",
        statuses: String = "",
        platforms: String = #"{"phrase_lists": [], "error_lists": [], "families": []}"#
    ) throws -> KnownErrors {
        try KnownErrors(
            Array(
                """
                {"families": [\(families)], "server_codes": [\(codes)], "server_prefixes": [\(prefixes)], \
                "statuses": [\(statuses)]}
                """.utf8
            ),
            platforms: Array(platforms.utf8)
        )
    }

    private static let family = #"{"domains": ["D"], "errors": [{"code": "1", "name": "one", "canonical": "net.dns"}]}"#

    @Test func `a family without a kind is a platform, and small and large letters are the same`() throws {
        let known = try errors(Self.family)

        #expect(known.family("d")?.kind == .platform)
        #expect(known.error(domain: "D", code: "ONE")?.canonical == "net.dns")
        #expect(known.error(domain: "D", code: "2") == nil)
        #expect(known.error(domain: "E", code: "1") == nil)
    }

    private static let user = #"{"domains": ["A"], "errors": [], "phrase_lists": ["go"]}"#
    private static let phrases = #"{"phrases": ["no such host"], "canonical": "net.dns"}"#

    private func platforms(_ family: String, phrases: String = phrases, listed: String = "") -> String {
        #"{"phrase_lists": [{"name": "go", "messages": [\#(phrases)]}], "#
            + #""error_lists": [{"name": "node", "errors": [\#(listed)]}], "families": [\#(family)]}"#
    }

    @Test func `a family looks for its own phrases, then for those of its lists, and then for the code`() throws {
        let own = #"{"phrases": ["such host", "Refused"], "canonical": "net.connect", "marks": ["decisive"]}"#
        let code = #"{"code": "1", "canonical": "net.timeout"}"#
        let lists = #"{"domains": ["A"], "errors": [\#(code)], "phrase_lists": ["go"]}"#
        let both =
            #"{"kind": "language", "domains": ["B"], "errors": [], "messages": [\#(own)], "#
            + #""phrase_lists": ["go"]}"#

        let known = try errors("", platforms: platforms("\(lists), \(both)"))

        #expect(known.error(domain: "A", code: "1", message: "dial: No such host")?.canonical == "net.dns")
        #expect(known.error(domain: "A", code: "1", message: "dial")?.canonical == "net.timeout")
        #expect(known.error(domain: "A", code: "", message: "1: dial")?.canonical == "net.timeout")
        #expect(known.error(domain: "B", code: "1", message: "no such host")?.canonical == "net.connect")
        #expect(known.error(domain: "B", code: "", message: "REFUSED")?.isDecisive == true)
        #expect(known.error(domain: "B", code: "1", message: "dial") == nil)
        #expect(known.family("B")?.mayHaveServerCodes == true && known.family("A")?.mayHaveServerCodes == false)
    }

    @Test func `a phrase without a canonical code leaves the error unknown, whatever its code`() throws {
        let unknown = #"{"phrases": ["host list"]}, {"phrases": ["no such"], "canonical": "net.dns"}"#
        let family = Self.user.replacing("[]", with: #"[{"code": "*", "canonical": "net.timeout"}]"#)

        let known = try errors("", platforms: platforms(family, phrases: unknown))

        #expect(known.error(domain: "A", code: "1", message: "No such HOST LIST") == nil)
        #expect(known.error(domain: "A", code: "1", message: "No such host")?.canonical == "net.dns")
        #expect(known.error(domain: "A", code: "1", message: "host")?.canonical == "net.timeout")
    }

    @Test func `families share lists of errors, whose codes are domains, too`() throws {
        let listed = #"{"code": "ESHUT", "canonical": "net.connect", "marks": ["transport"]}"#
        let own = #"{"code": "1", "canonical": "net.timeout"}"#
        let first = #"{"domains": ["A"], "errors": [\#(own)], "error_lists": ["node"]}"#
        let second = #"{"domains": ["B"], "errors": [], "error_lists": ["node"]}"#

        let known = try errors("", platforms: platforms("\(first), \(second)", listed: listed))

        for (domain, code) in [("A", "eshut"), ("B", "ESHUT"), ("ESHUT", ""), ("eshut", "7")] {
            let error = known.error(domain: domain, code: code)
            #expect(error?.canonical == "net.connect" && error?.isTransport == true, "\(domain) \(code)")
        }
        #expect(known.error(domain: "A", code: "1")?.canonical == "net.timeout")
        #expect(known.error(domain: "B", code: "1") == nil)
        #expect(throws: EmbeddedTableProblem("eshut", "It occurs twice.")) {
            try errors("", platforms: platforms("", listed: "\(listed), \(listed)"))
        }
        #expect(throws: EmbeddedTableProblem("net.gone", "The catalogue of causes has no such code.")) {
            try errors("", platforms: platforms("", listed: listed.replacing("net.connect", with: "net.gone")))
        }
    }

    @Test(arguments: [
        (user.replacing("go", with: "rust"), phrases, "rust", "Nothing has this name."),
        (user.replacing("phrase_lists", with: "error_lists"), phrases, "go", "Nothing has this name."),
        (user, phrases.replacing("no such host", with: "hosts"), "hosts", "A phrase has at least 6 bytes of ASCII."),
        (
            user, phrases.replacing("no such host", with: "no such hôst"), "no such hôst",
            "A phrase has at least 6 bytes of ASCII."
        ),
        ("", phrases.replacing("net.dns", with: "net.gone"), "net.gone", "The catalogue of causes has no such code."),
        (
            #"{"domains": ["A"], "errors": [], "messages": [{"phrases": ["refused"], "canonical": "net.gone"}]}"#,
            phrases,
            "net.gone", "The catalogue of causes has no such code."
        ),
        (#"{"domains": ["d"], "errors": []}"#, phrases, "d", "It occurs twice."),
    ])
    func `a list that is missing, a phrase that is short, and a code without an entry are rejected`(
        family: String,
        phrases: String,
        subject: String,
        reason: String
    ) {
        #expect(throws: EmbeddedTableProblem(subject, reason)) {
            try errors(Self.family, platforms: platforms(family, phrases: phrases))
        }
    }

    @Test func `no phrase hides a later one of its family that means something else`() throws {
        let platforms = try EmbeddedTable.decode(KnownErrors.PlatformFile.self, PackageResources.platforms_json)
        let apple = try EmbeddedTable.decode(KnownErrors.File.self, PackageResources.errors_json)
        let families = platforms.families + apple.families
        let lists = platforms.phraseLists

        #expect(Set(lists.map(\.name)) == Set(families.flatMap { $0.phraseLists ?? [] }))
        #expect(Set(platforms.errorLists.map(\.name)) == Set(families.flatMap { $0.errorLists ?? [] }))
        for family in families {
            let rows =
                (family.messages ?? [])
                + (family.phraseLists ?? []).flatMap { name in
                    lists.first { $0.name == name }?.messages ?? []
                }
            let phrases = rows.flatMap { row in row.phrases.map { ($0.lowercased(), row.canonical) } }
            for (place, phrase) in phrases.enumerated() {
                let hidden = phrases[(place + 1)...].first { $0.0.contains(phrase.0) && $0.1 != phrase.1 }
                #expect(hidden == nil, "\(family.domains.first ?? ""): \(phrase.0)")
            }
        }
    }

    @Test func `the first status that fits counts, and the rest of a code follows an open prefix`() throws {
        let known = try errors(
            "",
            prefixes: #"{"prefix": "mfa_", "canonical": "mfa."}, {"prefix": "hook_", "canonical": "server.hook"}"#,
            statuses: """
                {"first": 401, "last": 401, "canonical": "http.401_uncoded"}, \
                {"first": 400, "last": 402, "canonical": "request.invalid"}
                """
        )

        #expect([399, 403].compactMap(known.canonical(ofStatus:)).isEmpty)
        #expect(
            (400...402).map(known.canonical(ofStatus:)) == ["request.invalid", "http.401_uncoded", "request.invalid"]
        )
        #expect(known.canonical(ofServerCode: "MFA_new") == "mfa.new")
        #expect(known.canonical(ofServerCode: "hook_timeout") == "server.hook")
    }

    @Test(arguments: [
        (family + ", " + family, "", "d", "It occurs twice."),
        (
            family.replacing(#"[{"#, with: #"[{"code": "2", "name": "One", "canonical": "net.dns"}, {"#), "", "one",
            "It occurs twice."
        ),
        (family.replacing("net.dns", with: "net.gone"), "", "net.gone", "The catalogue of causes has no such code."),
        ("", #"{"canonical": "net.gone", "codes": []}"#, "net.gone", "The catalogue of causes has no such code."),
        // The fallback of second factors is no entry of its own.
        ("", #"{"canonical": "mfa.gone", "codes": []}"#, "mfa.gone", "The catalogue of causes has no such code."),
        ("", #"{"canonical": "net.dns", "codes": ["a", "A"]}"#, "a", "It occurs twice."),
        ("", #"{"canonical": "net.dns", "codes": ["session_restored"]}"#, "session_restored", "It occurs twice."),
    ])
    func `a domain or code that occurs twice, and a code without an entry, are rejected`(
        families: String,
        codes: String,
        subject: String,
        reason: String
    ) {
        #expect(throws: EmbeddedTableProblem(subject, reason)) { try errors(families, codes: codes) }
    }

    @Test func `an unknown mark or kind is rejected`() {
        let marked = Self.family.replacing(#""net.dns""#, with: #""net.dns", "marks": ["loud"]"#)
        let kind = Self.family.replacing(#"{"domains""#, with: #"{"kind": "other", "domains""#)

        #expect(throws: DecodingError.self) { try errors(marked) }
        #expect(throws: DecodingError.self) { try errors(kind) }
    }

    @Test(arguments: [
        ("com.apple.AuthenticationServices.AuthorizationError", "1000", "apple.sheet.unknown"),
        ("ASAuthorizationErrorDomain", "1000", "apple.sheet.unknown"),
        ("ASAuthorizationError", "1000", "apple.sheet.unknown"),
        ("AKAuthenticationError", "-7026", "cause.missing_entitlement"),
        ("ASCAuthorizationErrorDomain com.apple.AuthenticationServicesCore.AuthorizationError", "1", "cause.as_agent"),
        ("WKErrorDomain WKError", "1", "cause.webkit"),
        ("com.apple.AuthenticationServices.WebAuthenticationSession", "1", "web.sheet.cancelled"),
        ("ASWebAuthenticationSessionErrorDomain", "1", "web.sheet.cancelled"),
        ("ASWebAuthenticationSessionError", "1", "web.sheet.cancelled"),
        ("com.apple.LocalAuthentication LAErrorDomain LAError LA", "-1", "biometry.failed"),
        ("CredentialState ASAuthorizationAppleIDProvider.CredentialState", "0", "apple.credential.revoked"),
        ("local SwiftUI", "identity_token_missing", "credential.no_identity_token"),
        ("NSURLErrorDomain URLError kCFErrorDomainCFNetwork CFNetwork", "-1", "net.unknown"),
        ("NSPOSIXErrorDomain POSIXError POSIXErrorCode", "50", "net.posix"),
        ("Swift.CancellationError CancellationError _Concurrency.CancellationError", "1", "client.task_cancelled"),
        ("Swift.DecodingError DecodingError", "1", "client.decode"),
        ("NSCocoaErrorDomain CocoaError", "3072", "client.task_cancelled"),
        ("http HTTPError HTTPStatus NSHTTPURLResponse", "html_instead_of_json", "net.captive_portal"),
        ("AppleJS AppleID.auth", "user_cancelled_authorize", "apple.sheet.cancelled"),
        ("apple apple.token AppleTokenError appleid.apple.com", "invalid_request", "apple.token.invalid_request"),
        ("revoke apple.revoke", "200-always", "apple.revoke.unverifiable"),
        ("jwks apple.jwks", "fetch_failed", "apple.jwks.unavailable"),
        ("idtoken apple.idtoken", "bad_signature", "apple.idtoken.signature"),
        ("notice apple.notice", "consent-revoked", "account.apple_revoked"),
        ("NSOSStatusErrorDomain OSStatus keychain com.apple.security", "-4", "keychain.unsupported"),
        ("app", "codable", "session.schema"),
        ("CKErrorDomain CKError CloudKit", "1", "ck.internal"),
        ("CKAccountStatus", "0", "ck.account_status"),
        ("inc", "server_ok_client_fail", "inc.server_ok_client_fail"),
    ])
    func `each domain has its table`(domains: String, code: String, canonical: String) {
        for domain in domains.split(separator: " ") {
            #expect(KnownErrors.standard.error(domain: String(domain), code: code)?.canonical == canonical, "\(domain)")
        }
    }

    @Test func `the codes of servers are looked up whatever their domain is`() {
        for domain in ["gatehouse", "server", "AuthApiError", "AuthError", "GoTrue", "BetterAuth"] {
            #expect(KnownErrors.standard.family(domain)?.mayHaveServerCodes == true, "\(domain)")
            #expect(KnownErrors.standard.error(domain: domain, code: "invalid_credentials") == nil)
        }
        #expect(KnownErrors.standard.families.count { $0.kind == .server } == 1)
    }

    /// The meaning of a code never changes: failures are grouped by it.
    @Test(arguments: [
        ("invalid_credentials INVALID_EMAIL_OR_PASSWORD INVALID_PASSWORD", "pwd.invalid"),
        ("email_not_confirmed EMAIL_NOT_VERIFIED", "pwd.unconfirmed"),
        ("user_banned user_disabled account_disabled tenant_suspended BANNED_USER", "account.banned"),
        ("user_not_found", "account.missing"),
        ("email_exists user_already_exists USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "signup.exists"),
        ("identity_not_found CREDENTIAL_ACCOUNT_NOT_FOUND", "account.identity_missing"),
        ("single_identity_not_deletable FAILED_TO_UNLINK_LAST_ACCOUNT", "account.last_identity"),
        ("weak_password PASSWORD_TOO_SHORT PASSWORD_TOO_LONG PASSWORD_COMPROMISED", "signup.weak_password"),
        ("signup_disabled EMAIL_PASSWORD_SIGN_UP_DISABLED", "signup.disabled"),
        ("email_provider_disabled provider_disabled PROVIDER_NOT_FOUND EMAIL_PASSWORD_DISABLED", "provider.disabled"),
        ("anonymous_provider_disabled phone_provider_disabled manual_linking_disabled", "provider.disabled"),
        ("oauth_provider_not_supported ID_TOKEN_NOT_SUPPORTED", "provider.unsupported"),
        ("unexpected_audience", "apple.idtoken.audience"),
        ("bad_jwt access_token_expired INVALID_TOKEN TOKEN_EXPIRED", "token.bad"),
        ("no_authorization no_tenant MISSING_API_KEY INVALID_API_KEY", "token.missing"),
        ("session_not_found session_unknown FAILED_TO_GET_SESSION", "session.missing"),
        ("session_expired", "session.expired"),
        ("refresh_token_not_found", "refresh.missing"),
        ("refresh_token_already_used", "refresh.reused"),
        ("reauthentication_needed reauthentication_not_valid SESSION_NOT_FRESH", "reauth.needed"),
        ("insufficient_aal", "mfa.insufficient_aal"),
        ("too_many_enrolled_mfa_factors", "mfa.other"),
        ("otp_expired", "otp.expired"),
        ("bad_code_verifier bad_oauth_state bad_oauth_callback", "pkce.state"),
        ("captcha_failed", "captcha.failed"),
        ("validation_failed bad_json invalid_fields VALIDATION_ERROR", "request.invalid"),
        ("INVALID_EMAIL INVALID_CALLBACK_URL INVALID_REDIRECT_URL", "request.invalid"),
        ("feature_disabled dialect_disabled", "request.feature_disabled"),
        ("identity_already_exists SOCIAL_ACCOUNT_ALREADY_LINKED", "apple.link.conflict"),
        ("same_password", "pwd.change_rejected"),
        ("not_admin", "authz.role"),
        ("over_request_rate_limit", "limit.requests"),
        ("over_email_send_rate_limit", "limit.email"),
        ("session_limit_reached", "limit.sessions"),
        ("mail_not_sent", "server.mail"),
        ("mail_budget_exhausted", "limit.mail_budget"),
        ("conflict", "server.conflict"),
        ("request_entity_too_large PAYLOAD_TOO_LARGE", "request.too_large"),
        ("request_timeout", "server.timeout"),
        ("unexpected_failure FAILED_TO_CREATE_SESSION INTERNAL_SERVER_ERROR", "server.error"),
        ("INVALID_ORIGIN MISSING_OR_NULL_ORIGIN", "http.403_uncoded"),
        ("invalid_request", "apple.token.invalid_request"),
        ("invalid_client", "apple.token.invalid_client"),
        ("invalid_grant", "apple.token.invalid_grant"),
        ("unauthorized_client", "apple.token.unauthorized_client"),
        ("unsupported_grant_type", "apple.token.unsupported_grant"),
        ("invalid_scope", "apple.token.invalid_scope"),
        ("unavailable", "apple.server.unavailable"),
        ("user_cancelled_authorize", "apple.sheet.cancelled"),
        ("popup_closed_by_user", "apple.sheet.cancelled"),
        ("user_trigger_new_signin_flow", "apple.sheet.cancelled"),
        ("apple.idtoken.nonce", "apple.idtoken.nonce"), ("apple.jwks.unavailable", "apple.jwks.unavailable"),
        ("account.notice_bad", "account.notice_bad"), ("apple.revoke.unverifiable", "apple.revoke.unverifiable"),
        ("apple.token.invalid_grant", "apple.token.invalid_grant"), ("inc.clock", "inc.clock"),
        ("session_refresh_reuse", "refresh.reused"), ("session_signed_out session_restored", "session.missing"),
        ("MFA_new", "mfa.new"), ("flow_state_expired", "pkce.state"), ("hook_timeout_after_retry", "server.hook"),
        ("current_password_required", "pwd.change_rejected"),
    ])
    func `each code of a server has its canonical code`(codes: String, canonical: String) {
        for code in codes.split(separator: " ") {
            #expect(KnownErrors.standard.canonical(ofServerCode: String(code)) == canonical, "\(code)")
        }
    }

    @Test func `each status has its canonical code`() {
        let found = (100..<600).reduce(into: [:]) { found, status in
            found[KnownErrors.standard.canonical(ofStatus: status), default: []].append(status)
        }
        let named: [String: [Int]] = [
            "http.401_uncoded": [401], "http.403_uncoded": [403], "http.route": [404, 405],
            "http.throttle": [408, 425, 429], "server.conflict": [409], "request.too_large": [413],
            "http.upstream": [502, 503, 504], "net.captive_portal": [511],
        ]

        for (code, statuses) in named { #expect(found[code] == statuses, "\(code)") }
        #expect(found[nil] == Array(100..<400))
        #expect(Set(found.keys.compactMap(\.self)) == Set(named.keys).union(["request.invalid", "server.error"]))
    }

    // MARK: Both

    /// Whether everything that a file says is in what was read of it.
    private func isReadWhole<File: Codable>(_: File.Type, _ bytes: [UInt8]) throws -> Bool {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let read = try encoder.encode(try EmbeddedTable.decode(File.self, bytes))
        return try JSONValue(parsing: Array(read)).sorted == JSONValue(parsing: bytes).sorted
    }

    @Test func `every key of the files is read`() throws {
        let misspelt = #"{"families": [{"knd": "http", "domains": [], "errors": []}], "#
        let rest = #""server_codes": [], "server_prefixes": [], "statuses": []}"#

        #expect(try isReadWhole(CauseTable.File.self, PackageResources.causes_json))
        #expect(try isReadWhole(KnownErrors.File.self, PackageResources.errors_json))
        #expect(try isReadWhole(KnownErrors.PlatformFile.self, PackageResources.platforms_json))
        #expect(try isReadWhole(KnownErrors.File.self, Array((misspelt + rest).replacing("knd", with: "kind").utf8)))
        #expect(try !isReadWhole(KnownErrors.File.self, Array((misspelt + rest).utf8)))
    }

    @Test func `every snippet and source belongs to an entry, and no two names stand for one source`() throws {
        let file = try EmbeddedTable.decode(CauseTable.File.self, PackageResources.causes_json)

        #expect(Set(file.snippets.map(\.name)) == Set(file.entries.compactMap(\.snippet)))
        #expect(Set(file.sources.map(\.name)) == Set(file.entries.flatMap(\.sources)))
        #expect(Set(file.sources.map(\.url)).count == file.sources.count)
    }
}

extension JSONValue {
    /// With the members of every object in the order of their names.
    fileprivate var sorted: JSONValue {
        if let object = objectValue {
            return .object(JSONObject(object.map { ($0.0, $0.1.sorted) }.sorted { ByteText($0.0) < ByteText($1.0) }))
        }
        return arrayValue.map { .array($0.map(\.sorted)) } ?? self
    }
}

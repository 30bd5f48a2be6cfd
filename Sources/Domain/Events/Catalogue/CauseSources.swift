import StrictJSON

/// The sources of each entry: those of its family, and its own.
enum CauseSources {
    static func sources(of code: String) -> [CauseSource] {
        table.filter { code.hasBytePrefix($0.prefix) }.flatMap(\.sources)
    }

    /// By the beginning of the code; all rows that fit count.
    private static let table: [(prefix: String, sources: [CauseSource])] =
        sheet + device + network + apple + server + storage

    private static let sheet: [(prefix: String, sources: [CauseSource])] = [
        ("apple.sheet.", [.apple("ASAuthorizationError", "authenticationservices/asauthorizationerror")]),
        ("apple.sheet.no_ui_or_no_credential", [.forum(736_338)]),
        ("apple.sheet.unknown", [.issue("invertase/react-native-apple-authentication", 9)]),
        ("apple.sheet.failed", [.associatedDomains, .forum(756_425)]),
        ("passkey.", [.apple("ASAuthorizationError", "authenticationservices/asauthorizationerror")]),
        (
            "cause.missing_entitlement",
            [.apple("Sign in with Apple Entitlement", "bundleresources/entitlements/com.apple.developer.applesignin")]
        ),
        ("cause.webkit", [.apple("WKError", "webkit/wkerror"), .associatedDomains]),
        (
            "web.sheet.",
            [.apple("ASWebAuthenticationSessionError", "authenticationservices/aswebauthenticationsessionerror")]
        ),
    ]

    private static let device: [(prefix: String, sources: [CauseSource])] = [
        ("biometry.", [.apple("LAError", "localauthentication/laerror")]),
        ("device.no_passcode", [.apple("LAError", "localauthentication/laerror"), .keychainAccessibility]),
        ("device.disk_full", [.securityResults]), ("device.memory", [.securityResults]),
        (
            "apple.credential.",
            [
                .apple(
                    "ASAuthorizationAppleIDProvider.CredentialState",
                    "authenticationservices/asauthorizationappleidprovider/credentialstate"
                )
            ]
        ),
        (
            "apple.credential.transferred",
            [
                .apple(
                    "Transferring your apps and users to another team",
                    "signinwithapple/transferring-your-apps-and-users-to-another-team"
                ), .forum(762_433),
            ]
        ),
        (
            "credential.",
            [.apple("ASAuthorizationAppleIDCredential", "authenticationservices/asauthorizationappleidcredential")]
        ),
        ("credential.nonce", [.identityToken]), ("credential.state", [.rfc(6749, "10.12")]),
        ("credential.no_auth_code", [.apple("Revoke tokens", "signinwithapplerestapi/revoke-tokens")]),
        ("client.flow_bug", [.apple("ASAuthorizationController", "authenticationservices/asauthorizationcontroller")]),
        ("client.double_request", [.apple("SignInWithAppleButton", "authenticationservices/signinwithapplebutton")]),
    ]

    private static let network: [(prefix: String, sources: [CauseSource])] = [
        ("net.", [.urlErrors]), ("tls.", [.urlErrors]), ("client.bad_url", [.urlErrors]),
        ("net.captive_portal", [.rfc(6585, "6")]), ("tls.handshake", [.rfc(8446, "6.2")]),
        ("tls.date", [.rfc(5280, "4.1.2.5")]), ("tls.untrusted", [.rfc(5280, "6")]),
        ("client.body_stream", [.urlErrors]), ("client.ats_blocked", [.urlErrors, .transportSecurity]),
        ("client.task_cancelled", [.apple("CancellationError", "swift/cancellationerror")]),
        ("client.decode", [.apple("DecodingError", "swift/decodingerror")]),
    ]

    private static let apple: [(prefix: String, sources: [CauseSource])] = [
        ("apple.token.", [.apple("ErrorResponse", "signinwithapplerestapi/errorresponse"), .rfc(6749, "5.2")]),
        (
            "apple.token.invalid_client",
            [
                .apple("Creating a client secret", "accountorganizationaldatasharing/creating-a-client-secret"),
                .forum(681_824), .forum(713_882),
            ]
        ),
        ("apple.token.invalid_grant", [.forum(726_004), .forum(118_135)]),
        ("apple.token.invalid_request", [.forum(123_909)]),
        (
            "apple.revoke.unverifiable",
            [.apple("Revoke tokens", "signinwithapplerestapi/revoke-tokens"), .rfc(7009, "2.2"), .forum(707_610)]
        ),
        ("apple.server.unavailable", [.systemStatus]),
        ("apple.jwks.", [.apple("Sign in with Apple REST API", "signinwithapplerestapi"), .rfc(7517, "5")]),
        ("apple.idtoken.", [.apple("Verifying a user", "signinwithapple/verifying-a-user"), .identityToken]),
        ("apple.idtoken.time", [.rfc(7519, "4.1.4")]), ("apple.idtoken.audience", [.rfc(7519, "4.1.3")]),
        ("apple.link.conflict", [.goTrueCodes]), ("account.apple_", [.accountChanges]),
        ("account.relay_mail", [.accountChanges]), ("account.notice_bad", [.accountChanges, .forum(809_509)]),
    ]

    private static let server: [(prefix: String, sources: [CauseSource])] = [
        ("pwd.", [.goTrueCodes]), ("account.banned", [.goTrueCodes]), ("account.missing", [.goTrueCodes]),
        ("account.identity_missing", [.goTrueCodes]), ("account.last_identity", [.goTrueCodes]),
        ("signup.", [.goTrueCodes]), ("signup.weak_password", [.passwords]), ("provider.", [.goTrueCodes]),
        ("token.", [.goTrueCodes, .rfc(6750, "3.1")]), ("session.missing", [.goTrueCodes]),
        ("session.expired", [.goTrueCodes]), ("refresh.", [.goTrueCodes, .rfc(9700, "4.14")]),
        (
            "refresh.reused",
            [.issue("supabase/auth", 2136), .issue("supabase/auth", 1290), .issue("supabase/supabase-swift", 486)]
        ),
        ("reauth.needed", [.goTrueCodes]), ("mfa.", [.goTrueCodes]), ("otp.expired", [.goTrueCodes]),
        ("pkce.state", [.goTrueCodes, .rfc(7636, "4.6")]), ("captcha.failed", [.goTrueCodes]),
        ("authz.role", [.rfc(9110, "15.5.4")]), ("request.", [.goTrueCodes]),
        ("request.too_large", [.rfc(9110, "15.5.14")]), ("limit.requests", [.goTrueCodes, .rfc(6585, "4")]),
        ("limit.email", [.goTrueCodes]), ("server.conflict", [.rfc(9110, "15.5.10")]),
        ("server.hook", [.goTrueCodes]), ("server.timeout", [.goTrueCodes, .rfc(9110, "15.6.5")]),
        ("server.error", [.goTrueCodes, .rfc(9110, "15.6.1")]), ("http.401_uncoded", [.rfc(9110, "15.5.2")]),
        ("http.403_uncoded", [.rfc(9110, "15.5.4")]),
        ("http.route", [.rfc(9110, "15.5.5"), .rfc(9110, "15.5.6")]),
        ("http.throttle", [.rfc(6585, "4"), .rfc(9110, "10.2.3")]),
        ("http.upstream", [.rfc(9110, "15.6.3"), .rfc(9110, "15.6.4")]),
    ]

    private static let storage: [(prefix: String, sources: [CauseSource])] = [
        ("keychain.", [.securityResults]), ("cause.launchservices_db", [.securityResults]),
        ("keychain.locked", [.keychainAccessibility, .forum(114_159), .forum(809_534)]),
        ("keychain.interaction_required", [.keychainAccessibility]),
        ("keychain.data_unavailable", [.keychainAccessibility]), ("keychain.not_found", [.keychainAccessibility]),
        ("keychain.no_access", [.keychainSharing]), ("keychain.entitlement", [.keychainSharing]),
        (
            "keychain.duplicate",
            [.apple("Updating and deleting keychain items", "security/updating-and-deleting-keychain-items")]
        ),
        ("ck.", [.apple("CKError", "cloudkit/ckerror")]),
        ("ck.account_status", [.apple("CKAccountStatus", "cloudkit/ckaccountstatus")]),
    ]
}

extension CauseSource {
    fileprivate static let associatedDomains = apple(
        "Supporting associated domains",
        "xcode/supporting-associated-domains"
    )
    fileprivate static let urlErrors = apple("URLError", "foundation/urlerror")
    fileprivate static let transportSecurity = apple(
        "NSAppTransportSecurity",
        "bundleresources/information-property-list/nsapptransportsecurity"
    )
    fileprivate static let securityResults = apple(
        "Security Framework Result Codes",
        "security/security-framework-result-codes"
    )
    fileprivate static let keychainAccessibility = apple(
        "Restricting keychain item accessibility",
        "security/restricting-keychain-item-accessibility"
    )
    fileprivate static let keychainSharing = apple(
        "Sharing access to keychain items among a collection of apps",
        "security/sharing-access-to-keychain-items-among-a-collection-of-apps"
    )
    fileprivate static let accountChanges = apple(
        "Processing changes for Sign in with Apple accounts",
        "signinwithapple/processing-changes-for-sign-in-with-apple-accounts"
    )
}

import StrictJSON

/// A group of error domains with one table of codes.
enum CauseFamily: String, CaseIterable, Sendable {
    case authorization, accountKit, authorizationAgent, webKit, webSession, biometry, credentialState, local
    case urlLoading, posix, concurrency, decoding, cocoa, http
    case appleJS, appleToken, appleRevoke, appleKeys, identityToken, appleNotice
    case server, keychain, storedSession, cloudKit, cloudAccount
    case detector

    /// - Parameter domain: As a client writes it: an NSError domain, the name of a Swift type, or Gatehouse's short
    ///   name.
    init?(domain: String) {
        guard let family = Self.domains[ByteText(domain.lowercasedASCII())] else { return nil }
        self = family
    }

    /// Whether its codes are texts from a server.
    var isServer: Bool { self == .server || self == .http }

    var causes: [Cause] {
        switch self {
        case .authorization: AuthorizationCauses.sheet
        case .accountKit: AuthorizationCauses.accountKit
        case .authorizationAgent: AuthorizationCauses.agent
        case .webKit: AuthorizationCauses.webKit
        case .webSession: AuthorizationCauses.webSession
        case .biometry: DeviceCauses.biometry
        case .credentialState: DeviceCauses.credentialState
        case .local: DeviceCauses.local
        case .urlLoading: TransportCauses.urlLoading
        case .posix: TransportCauses.posix
        case .concurrency: TransportCauses.concurrency
        case .decoding: TransportCauses.decoding
        case .cocoa: TransportCauses.cocoa
        case .http: HTTPCauses.named
        case .appleJS: AppleServerCauses.javaScript
        case .appleToken: AppleServerCauses.token
        case .appleRevoke: AppleServerCauses.revoke
        case .appleKeys: AppleServerCauses.keys
        case .identityToken: AppleServerCauses.identityToken
        case .appleNotice: AppleServerCauses.notice
        case .server: []
        case .keychain: KeychainCauses.keychain
        case .storedSession: KeychainCauses.storedSession
        case .cloudKit: CloudKitCauses.cloudKit
        case .cloudAccount: CloudKitCauses.account
        case .detector: DetectorCauses.all
        }
    }

    private var names: [String] {
        switch self {
        case .authorization:
            [
                "com.apple.AuthenticationServices.AuthorizationError", "ASAuthorizationErrorDomain",
                "ASAuthorizationError",
            ]
        case .accountKit: ["AKAuthenticationError"]
        case .authorizationAgent: ["ASCAuthorizationErrorDomain"]
        case .webKit: ["WKErrorDomain", "WKError"]
        case .webSession:
            [
                "com.apple.AuthenticationServices.WebAuthenticationSession", "ASWebAuthenticationSessionErrorDomain",
                "ASWebAuthenticationSessionError",
            ]
        case .biometry: ["com.apple.LocalAuthentication", "LAErrorDomain", "LAError", "LA"]
        case .credentialState: ["CredentialState", "ASAuthorizationAppleIDProvider.CredentialState"]
        case .local: ["local", "SwiftUI"]
        case .urlLoading: ["NSURLErrorDomain", "URLError", "kCFErrorDomainCFNetwork", "CFNetwork"]
        case .posix: ["NSPOSIXErrorDomain", "POSIXError", "POSIXErrorCode"]
        case .concurrency: ["Swift.CancellationError", "CancellationError", "_Concurrency.CancellationError"]
        case .decoding: ["Swift.DecodingError", "DecodingError"]
        case .cocoa: ["NSCocoaErrorDomain", "CocoaError"]
        case .http: ["http", "HTTPError", "HTTPStatus", "NSHTTPURLResponse"]
        case .appleJS: ["AppleJS", "AppleID.auth"]
        case .appleToken: ["apple", "apple.token", "AppleTokenError", "appleid.apple.com"]
        case .appleRevoke: ["revoke", "apple.revoke"]
        case .appleKeys: ["jwks", "apple.jwks"]
        case .identityToken: ["idtoken", "apple.idtoken"]
        case .appleNotice: ["notice", "apple.notice"]
        case .server: ["gatehouse", "server", "AuthApiError", "AuthError", "GoTrue", "BetterAuth"]
        case .keychain: ["NSOSStatusErrorDomain", "OSStatus", "keychain", "com.apple.security"]
        case .storedSession: ["app"]
        case .cloudKit: ["CKErrorDomain", "CKError", "CloudKit"]
        case .cloudAccount: ["CKAccountStatus"]
        case .detector: ["inc"]
        }
    }

    private static let domains: [ByteText: CauseFamily] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { family in family.names.map { (ByteText($0.lowercasedASCII()), family) }
        }
    )
}

import Domain
import FakeApple
import Foundation
import StrictJSON
import Testing
import UseCases

/// A token that must be rejected, and the reason.
struct ForgedToken: Sendable, CustomTestStringConvertible {
    let name: String
    let failure: AppleTokenFailure
    var expectation = AppleExpectation(audiences: [AppleSite.app])
    /// How often Apple may be asked for its keys because of it.
    var requests = 0
    let make: @Sendable (AppleSite) throws -> String

    init(_ name: String, _ failure: AppleTokenFailure, _ make: @escaping @Sendable (AppleSite) throws -> String) {
        self.name = name
        self.failure = failure
        self.make = make
    }

    var testDescription: String { name }

    static let all = forms + headers + signatures + claims

    func expecting(_ expectation: AppleExpectation) -> ForgedToken {
        var copy = self
        copy.expectation = expectation
        return copy
    }

    func allowing(requests: Int) -> ForgedToken {
        var copy = self
        copy.requests = requests
        return copy
    }

    /// Good but for its claims.
    static func claims(
        _ name: String,
        _ failure: AppleTokenFailure,
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> ForgedToken {
        ForgedToken(name, failure) { try $0.token(change) }
    }

    /// Good but for its header, in which `KID` is replaced by the id of the key that signs.
    static func header(
        _ name: String,
        _ header: String,
        _ failure: AppleTokenFailure = .header,
        signer: FakeSigner? = nil
    ) -> ForgedToken {
        ForgedToken(name, failure) { site in
            let key = try site.apple.currentKey
            let text = header.replacing("KID", with: key.id)
            return try FakeApple.signedText(
                header: Array(text.utf8),
                content: site.claims().serialized(),
                signer: signer ?? .rsa(key)
            )
        }
    }

    /// Good but for what signs it.
    static func signed(_ name: String, by signer: @escaping @Sendable (FakeRSAKey) throws -> FakeSigner) -> ForgedToken
    {
        ForgedToken(name, .signature) { site in
            try site.apple.identityToken(site.claims(), signer: try signer(try site.apple.currentKey))
        }
    }

    /// Rightly signed, but with a content that is no claims.
    static func content(
        _ name: String,
        _ failure: AppleTokenFailure = .malformed,
        _ content: @escaping @Sendable (AppleSite) -> String
    ) -> ForgedToken {
        ForgedToken(name, failure) { site in
            let key = try site.apple.currentKey
            return try FakeApple.signedText(
                header: Array("{\"kid\":\"\(key.id)\",\"alg\":\"RS256\"}".utf8),
                content: Array(content(site).utf8),
                signer: .rsa(key)
            )
        }
    }
}

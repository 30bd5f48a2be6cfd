import Crypto
import Domain
import StrictJSON
import UseCases

/// Ties a token to the sign-in that requested it by comparing the request's nonce with the token's.
///
/// Either both are present or neither. Apple leaves the nonce out on systems that do not support it, and says so in
/// `nonce_supported`.
struct NonceRule: Sendable {
    let sent: RequestNonce?
    let isRequired: Bool

    init(_ expectation: AppleExpectation) {
        sent = expectation.nonce.flatMap { $0.text.isEmpty ? nil : $0 }
        isRequired = expectation.requiresNonce
    }

    func check(_ claims: AppleClaims) throws(AppleTokenFailure) {
        let text = try claims.text("nonce", bytes: 0...SignedText.maximumBytes)
        let claimed = text.flatMap { $0.isEmpty ? nil : $0 }
        let isSupported = try claims.truth("nonce_supported")
        switch (sent, claimed) {
        case (nil, nil): guard !isRequired else { throw .nonceRequired }
        case (nil, _?): throw .nonceMissingInRequest
        case (_?, nil): guard isSupported == false, !isRequired else { throw .nonceMissingInToken }
        case (let sent?, let claimed?): guard Self.belong(sent, claimed) else { throw .nonceMismatch }
        }
    }

    /// Compares hashes, so that the time taken does not reveal where two nonces begin to differ.
    private static func belong(_ sent: RequestNonce, _ claimed: String) -> Bool {
        let hashed = Hexadecimal.encode(Array(SHA256.hash(data: Array(sent.text.utf8))))
        let claim = SHA256.hash(data: Array(claimed.utf8))
        let isPlain = SHA256.hash(data: Array(sent.text.utf8)) == claim
        let isHashed = SHA256.hash(data: Array(hashed.utf8)) == claim
        return switch sent {
        case .hashed: isHashed
        case .hashedOrPlain: isHashed || (isPlain && !isHash(claimed))
        case .own: isPlain
        }
    }

    /// Whether it is the hexadecimal form of a SHA-256, in either case.
    private static func isHash(_ text: String) -> Bool { Hexadecimal.decode(text)?.count == SHA256.byteCount }
}

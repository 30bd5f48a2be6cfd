import Crypto
import Domain
import Foundation

enum AppleNonce {
    /// What most apps hand to Apple.
    static func hash(_ text: String) -> String { Hexadecimal.encode(Array(SHA256.hash(data: Data(text.utf8)))) }
}

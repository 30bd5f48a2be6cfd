import Crypto
import Domain
import Foundation

/// Creates short keyed names for values that must not be stored, so that two records can still be matched.
public struct Pseudonyms: Sendable {
    private let key: SymmetricKey

    public init(root: RootKey) {
        key = root.derived(for: .pseudonym)
    }

    /// Returns eight hexadecimal digits, which differ by tenant for one text.
    public func name(of text: String, in tenant: Tenant.ID) -> String {
        var code = HMAC<SHA256>(key: key)
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(text.utf8))
        return Hexadecimal.encode(Array(code.finalize().prefix(4)))
    }
}

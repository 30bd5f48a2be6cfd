import Crypto
import Domain
import Foundation

/// Creates short keyed names for values that must not be stored, so that two records can still be matched.
public struct Pseudonyms: Sendable {
    private let key: SymmetricKey
    private let eventKey: SymmetricKey

    init(root: RootKey) {
        key = root.derived(for: .pseudonym)
        eventKey = root.derived(for: .event)
    }

    /// Returns eight hexadecimal digits, which differ by tenant for one text.
    public func name(of text: String, in tenant: Tenant.ID) -> String {
        Hexadecimal.encode(Array(code(of: text, in: tenant).prefix(4)))
    }

    /// Returns 62 other bits, as a number.
    func number(of text: String, in tenant: Tenant.ID) -> Int64 {
        let bits = code(of: text, in: tenant).dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bits >> 2)
    }

    private func code(of text: String, in tenant: Tenant.ID) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(text.utf8))
        return Array(code.finalize())
    }

    /// Returns the id to store for one that was derived from what a client sent. It differs by tenant, and tells nothing
    /// of the content; a repeated delivery gets the same one.
    /// - Returns: a version 8 UUID (RFC 9562 §5.8) from the first 122 bits of an HMAC-SHA256.
    public func id(for derived: Event.ID, in tenant: Tenant.ID) -> Event.ID {
        id(of: tenant.uuid.bytes + derived.uuid.bytes)
    }

    /// Returns the id to store for an event without a time of its own: it differs by key and installation, so an event
    /// that another client sends with the same id is another event. A repeated delivery gets the same one.
    func id(for id: Event.ID, in tenant: Tenant.ID, of key: APIKey.ID, installation: String?) -> Event.ID {
        let place: [UInt8] = installation.map { [1] + Array($0.utf8) } ?? [0]
        return self.id(of: tenant.uuid.bytes + id.uuid.bytes + key.uuid.bytes + place)
    }

    /// Returns the id to store for a run of an app whose id is the client's own: it differs by key. It does not differ by
    /// installation, as the id of an event without a time does: SDKs for browsers name the installation only once the
    /// user has signed in, in the middle of a run.
    func id(for id: AppRun.ID, in tenant: Tenant.ID, of key: APIKey.ID) -> AppRun.ID {
        AppRun.ID(self.id(of: tenant.uuid.bytes + id.uuid.bytes + key.uuid.bytes).uuid)
    }

    private func id(of content: [UInt8]) -> Event.ID {
        var code = HMAC<SHA256>(key: eventKey)
        code.update(data: content)
        var bytes = Array(code.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Event.ID(UUID(bytes: bytes))
    }
}

import Crypto
import Domain
import Foundation

/// Binds each entry to the one before: h(n) = HMAC-SHA256(key, h(n−1) ‖ tenant ‖ entry n).
///
/// The key is not in the database, so an attacker who can write every table still cannot forge an entry.
public struct AuditChain: Sendable {
    private let key: SymmetricKey

    public init(root: RootKey) { key = root.derived(for: .audit) }

    public func hash(of entry: AuditEntry, in tenant: Tenant.ID, after previous: Data) -> Data {
        var code = HMAC<SHA256>(key: key)
        code.update(data: previous)
        code.update(data: tenant.uuid.bytes)
        code.update(data: Self.canonical(entry))
        return Data(code.finalize())
    }

    /// Writes each field with its length before it, so that no two entries have equal bytes.
    static func canonical(_ entry: AuditEntry) -> Data {
        var bytes = Data()
        func add(_ text: String?) {
            let field = Data((text ?? "").utf8)
            let length = text == nil ? UInt32.max : UInt32(field.count)
            withUnsafeBytes(of: length.bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(field)
        }
        add(String(entry.sequence))
        add(String(entry.at.milliseconds))
        add(entry.action.rawValue)
        add(entry.actor.name)
        add(entry.actor.id?.hyphenated)
        add(entry.address)
        add(entry.requestID)
        add(entry.target?.subject.rawValue)
        add(entry.target?.id)
        for change in entry.changes {
            add(change.field)
            add(change.before)
            add(change.after)
        }
        return bytes
    }
}

extension Principal.Kind {
    /// Stored with audit entries: `user`, `operator`, `key`, `system`.
    public var name: String {
        switch self {
        case .user: "user"
        case .operator: "operator"
        case .key: "key"
        case .system: "system"
        }
    }

    public var id: UUID? {
        switch self {
        case .user(let id): id.uuid
        case .operator(let id): id.uuid
        case .key(let id): id.uuid
        case .system: nil
        }
    }

    public init?(name: String, id: UUID?) {
        switch (name, id) {
        case ("user", let id?): self = .user(.init(id))
        case ("operator", let id?): self = .operator(.init(id))
        case ("key", let id?): self = .key(.init(id))
        case ("system", nil): self = .system
        default: return nil
        }
    }
}

extension Tenant {
    /// The owner of the installation's own audit chain; no tenant has this id.
    public static let installation = Tenant.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}

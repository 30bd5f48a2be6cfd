import Crypto
import Domain
import Foundation

/// An audit entry without its place in the chain, to be written with a change.
public struct AuditDraft: Sendable, Hashable {
    public let at: Timestamp
    public let action: AuditEntry.Action
    public let principal: Principal
    public let target: AuditEntry.Target?
    public let changes: [AuditEntry.Change]

    public init(
        _ action: AuditEntry.Action,
        by principal: Principal,
        at: Timestamp,
        target: AuditEntry.Target? = nil,
        changes: [AuditEntry.Change] = []
    ) {
        self.at = at
        self.action = action
        self.principal = principal
        self.target = target
        self.changes = changes
    }

    public func entry(sequence: Int64, keepsAddress: Bool) -> AuditEntry {
        AuditEntry(
            sequence: sequence,
            at: at,
            action: action,
            actor: principal.kind,
            address: keepsAddress ? principal.origin?.address : nil,
            requestID: principal.origin?.requestID,
            target: target,
            changes: changes
        )
    }
}

/// The end of a chain: the number and hash of its last entry.
public struct AuditHead: Sendable, Hashable {
    public let sequence: Int64
    public let hash: Data

    public init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head before the first entry.
    public static let start = AuditHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}

/// Binds each entry to the one before: h(n) = HMAC-SHA256(key, h(n−1) ‖ tenant ‖ entry n).
///
/// The key is not in the database, so an attacker who can write every table still cannot forge an entry.
public struct AuditChain: Sendable {
    private let key: SymmetricKey

    public init(root: RootKey) {
        key = root.derived(for: .audit)
    }

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

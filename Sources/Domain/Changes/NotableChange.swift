import StrictJSON

/// One change that can explain why sign-in works better or worse than before. It names no actor and no value: these are
/// in the audit log.
public struct NotableChange: Sendable, Hashable {
    public let kind: ChangeKind
    public let at: Timestamp
    /// The end of an outage; nil for what happened at once.
    public let until: Timestamp?
    public let action: AuditEntry.Action?
    /// A version, the name of a role, the id of a key, or a code.
    public let subject: String?
    /// The settings that were changed.
    public let fields: [String]
    /// Orders changes of the same time, and tells them apart.
    public let key: String

    public init(
        _ kind: ChangeKind,
        at: Timestamp,
        until: Timestamp? = nil,
        action: AuditEntry.Action? = nil,
        subject: String? = nil,
        fields: [String] = [],
        key: String
    ) {
        self.kind = kind
        self.at = at
        self.until = until
        self.action = action
        self.subject = subject
        self.fields = fields
        self.key = key
    }

    /// Nil for an entry that is no change of these kinds.
    public init?(_ entry: AuditEntry) {
        guard let kind = ChangeKind.allCases.first(where: { $0.actions.contains(entry.action) }) else { return nil }
        let sequence = String(entry.sequence)
        self.init(
            kind,
            at: entry.at,
            action: entry.action,
            subject: Self.subject(of: entry, kind),
            fields: entry.changes.map(\.field),
            key: "a" + String(repeating: "0", count: max(0, 19 - sequence.utf8.count)) + sequence
        )
    }

    /// The entry of a signing key has the tenant as its target, and the new key among its changes.
    private static func subject(of entry: AuditEntry, _ kind: ChangeKind) -> String? {
        switch kind {
        case .role: entry.target?.id
        case .key:
            entry.target?.subject == .key ? entry.target?.id : entry.changes.first { $0.field == "kid" }?.after
        case .release, .settings, .appleSettings, .appleOutage: nil
        }
    }

    /// Latest first.
    public static func isLater(_ left: NotableChange, _ right: NotableChange) -> Bool {
        left.at == right.at ? ByteText(right.key) < ByteText(left.key) : left.at > right.at
    }
}

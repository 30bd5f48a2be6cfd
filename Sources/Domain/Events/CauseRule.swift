import StrictJSON

/// A rule of a tenant: errors that no table has, and the canonical code that they stand for.
public struct CauseRule: Sendable, Hashable {
    public typealias ID = Identifier<CauseRule>

    /// The size of a domain or a code, in UTF-8 bytes.
    public static let fieldBytes = 200
    public static let maximumPerTenant = 200

    public let id: ID
    public let pattern: ErrorPattern
    public let assigned: Assigned
    /// The place among the tenant's rules, from 1.
    public let position: Int
    /// Counts the changes, from 1.
    public let version: Int
    public let createdAt: Timestamp
    public let updatedAt: Timestamp

    /// What the errors get.
    public struct Assigned: Sendable, Hashable {
        /// The canonical code.
        public let code: String
        /// The outcome that events with the code usually have.
        let outcome: Outcome
    }

    /// The rule at another place, which counts as no change of its own.
    public func moved(to position: Int) -> CauseRule {
        CauseRule(
            id: id,
            pattern: pattern,
            assigned: assigned,
            position: position,
            version: version,
            createdAt: createdAt,
            updatedAt: updatedAt
        )
    }
}

extension CauseRule {
    /// - Parameter entry: that of the canonical code.
    public init(
        id: ID,
        pattern: ErrorPattern,
        entry: CauseEntry,
        position: Int,
        version: Int,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.init(
            id: id,
            pattern: pattern,
            assigned: Assigned(code: entry.code, outcome: entry.outcome),
            position: position,
            version: version,
            createdAt: createdAt,
            updatedAt: updatedAt
        )
    }
}

/// The codes that a rule can assign.
extension CauseCatalogue {
    /// All but the codes of unknown errors, and those of contradictions, which only the server finds.
    public static let assignable: [CauseEntry] = entries.filter { entry in
        !Classifier.isUnknown(entry.code) && !isContradiction(entry.code)
    }

    /// - Returns: nil for a code that a rule cannot assign.
    public static func assignable(_ code: String) -> CauseEntry? { assignableByCode[ByteText(code)] }

    private static let assignableByCode = Dictionary(uniqueKeysWithValues: assignable.map { (ByteText($0.code), $0) })
}

/// The rules of a tenant in their order: the first one that matches an error decides.
public struct CauseRules: Sendable, Hashable {
    public static let none = CauseRules([])

    public let all: [CauseRule]

    public init(_ all: [CauseRule]) { self.all = all }

    /// Returns the rule for an error that no table has; nil when none matches.
    public func rule(for error: EventError, at stage: Stage) -> CauseRule? {
        error.isOnlyMessage ? nil : all.first { $0.pattern.matches(error, at: stage) }
    }
}

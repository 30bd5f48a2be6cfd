/// A set of permissions with a name and a rank. Every user has exactly one.
public struct Role: Sendable, Hashable {
    /// `customer`, `driver`, …: lower-case letters, digits and underscores.
    public struct Name: Hashable, Sendable, LosslessStringConvertible {
        public static let maximumLength = 40
        public let description: String

        public init?(_ text: String) {
            guard (1...Self.maximumLength).contains(text.utf8.count),
                text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }),
                (0x61...0x7A).contains(text.utf8.first ?? 0)
            else { return nil }
            description = text
        }

        private init(known text: StaticString) { description = text.description }

        public static let customer = Name(known: "customer")
        public static let driver = Name(known: "driver")
        public static let partner = Name(known: "partner")
        public static let onCall = Name(known: "on_call")
        public static let admin = Name(known: "admin")
    }

    /// A user can act on users of lower or equal rank, never on those of higher rank.
    public typealias Rank = Int
    public static let ranks: ClosedRange<Rank> = 0...100

    public let name: Name
    /// The displayed name: "On-call".
    public let title: String
    public let rank: Rank
    public let permissions: Set<PermissionName>
    public let isBuiltIn: Bool

    private static let administering: Set<PermissionName> = [
        .manageUsers, .assignRoles, .impersonateUsers, .manageKeys, .manageRoles, .manageSettings,
    ]

    /// Whether it can change which users can sign in, or how.
    public var administers: Bool { !permissions.isDisjoint(with: Self.administering) }

    public init(name: Name, title: String, rank: Rank, permissions: Set<PermissionName>, isBuiltIn: Bool = false) {
        self.name = name
        self.title = title
        self.rank = rank
        self.permissions = permissions
        self.isBuiltIn = isBuiltIn
    }

    /// The roles that every new tenant has.
    public static let builtIn: [Role] = [
        Role(name: .customer, title: "Customer", rank: 10, permissions: [], isBuiltIn: true),
        Role(name: .driver, title: "Driver", rank: 20, permissions: [], isBuiltIn: true),
        Role(name: .partner, title: "Partner", rank: 30, permissions: [], isBuiltIn: true),
        Role(
            name: .onCall,
            title: "On-call",
            rank: 60,
            permissions: [
                .enterConsole, .readUsers, .readSessions, .revokeSessions, .readEvents, .triageFailures,
                .readAudit, .readRoles,
            ],
            isBuiltIn: true
        ),
        Role(name: .admin, title: "Admin", rank: 100, permissions: Set(PermissionName.grantable), isBuiltIn: true),
    ]
}

extension Role {
    /// How much a role can do in the console, in one word.
    public enum ConsoleAccess: String, Sendable, CaseIterable {
        case none, full
        /// Can change which users can sign in, or how.
        case changes
        case endsSessions = "ends-sessions"
        case readOnly = "read-only"
    }

    public var consoleAccess: ConsoleAccess {
        guard permissions.contains(.enterConsole) else { return .none }
        if permissions.isSuperset(of: PermissionName.grantable) { return .full }
        if administers { return .changes }
        return permissions.contains(.revokeSessions) ? .endsSessions : .readOnly
    }
}

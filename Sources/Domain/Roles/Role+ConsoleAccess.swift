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

import Domain

/// A PostgreSQL server: its address, and who logs in.
struct DatabaseServer: Sendable {
    /// Of a login that is a member of `gatehouse_app`.
    let url: Secret
    /// Of the login that owns the schemas and changes them; `url` when there is no other.
    let ownerURL: Secret
    /// Whether one login does both.
    var isOneLogin: Bool { url.text == ownerURL.text }
    /// Open connections to each schema, at most.
    let connections: Int

    /// Nil when no server is named.
    init?(_ reader: inout SettingsReader) {
        let connections = reader.integer(.databaseConnections, in: 2...100, default: 8)
        let ownerURL = reader.text(.databaseOwnerURL)
        guard let url = reader.text(.databaseURL) else {
            if ownerURL != nil { reader.refuse(.databaseOwnerURL, "has no meaning without \(Setting.databaseURL.environmentName)") }
            return nil
        }
        for (setting, text) in [(Setting.databaseURL, Optional(url)), (.databaseOwnerURL, ownerURL)] where text.map(Self.isAddress) == false
        {
            reader.refuse(setting, "must be an address like postgres://user:password@host:5432/database")
        }
        #if !PostgreSQL
        reader.refuse(
            .databaseURL,
            "names a PostgreSQL server, and this build knows SQLite only: build it with `swift build --traits PostgreSQL`, which needs libpq-dev"
        )
        #endif
        self.url = Secret(url)
        self.ownerURL = Secret(ownerURL ?? url)
        self.connections = connections
    }

    private static func isAddress(_ text: String) -> Bool {
        ["postgres://", "postgresql://"].contains { text.hasPrefix($0) && text.count > $0.count }
    }
}

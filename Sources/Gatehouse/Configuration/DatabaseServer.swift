/// The address and the logins of a PostgreSQL server.
struct DatabaseServer: Sendable {
    /// The address with a login that is a member of `gatehouse_app`.
    let url: Secret
    /// The address with the login that owns and migrates the schemas; `url` when no other is set.
    let ownerURL: Secret
    /// The name of the setting in messages about `ownerURL`.
    let ownerSettings: String
    /// The maximum number of open connections to each schema.
    let connections: Int

    /// Nil when no server is configured.
    init?(_ reader: inout SettingsReader) {
        let connections = reader.integer(.databaseConnections, in: 2...100, default: 8)
        let ownerURL = reader.text(.databaseOwnerURL)
        guard let url = reader.text(.databaseURL) else {
            if ownerURL != nil {
                reader.reject(.databaseOwnerURL, "has no meaning without \(Setting.databaseURL.environmentName)")
            }
            return nil
        }
        for (setting, text) in [(Setting.databaseURL, Optional(url)), (.databaseOwnerURL, ownerURL)]
        where text.map(Self.isAddress) == false {
            reader.reject(
                setting,
                "must be an address like postgres://user:password@host:5432/database, with signs in the password percent-encoded"
            )
        }
        #if !PostgreSQL
        reader.reject(
            .databaseURL,
            "names a PostgreSQL server, and this build knows SQLite only: build it with `swift build --traits PostgreSQL`, which needs libpq-dev"
        )
        #endif
        self.url = Secret(url)
        self.ownerURL = Secret(ownerURL ?? url)
        let names = [
            ownerURL == nil ? nil : Setting.databaseOwnerURL, ownerURL == nil || ownerURL == url ? .databaseURL : nil,
        ]
        ownerSettings = names.compactMap { $0?.environmentName }.joined(separator: " and ")
        self.connections = connections
    }

    private static func isAddress(_ text: String) -> Bool {
        // libpq quotes what it cannot parse in its messages, and a part of that may be the password.
        let address =
            /postgres(ql)?:\/\/(([^:@\/?#\[\]%]|%[0-9A-Fa-f]{2})*(:([^:@\/?#\[\]%]|%[0-9A-Fa-f]{2})*)?@)?([^@%]|%[0-9A-Fa-f]{2})+/
        return text.wholeMatch(of: address) != nil
    }
}

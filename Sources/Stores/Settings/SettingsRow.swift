import Database
import Domain
import StrictJSON

/// One row of `tenant_settings`.
enum SettingsRow {
    /// The version and every setting, in the order of the table of settings.
    private static let columns = TenantSetting.all.reduce("version" as SQL) { "\(sql: $0), \(sql: $1.sqlColumn)" }
    private static let assignments = TenantSetting.all.reduce("version = excluded.version" as SQL) {
        "\(sql: $0), \(sql: $1.sqlColumn) = excluded.\(sql: $1.sqlColumn)"
    }

    /// Columns of `tenant_settings o`, which may have no row.
    static let terms: SQL =
        """
        o.idle_seconds AS o_idle_seconds, o.absolute_seconds AS o_absolute_seconds,
        o.access_token_seconds AS o_access_token_seconds, o.is_anonymous AS o_is_anonymous,
        o.revokes_at_apple AS o_revokes_at_apple, o.confirms_email AS o_confirms_email
        """

    static func terms(_ row: Row) throws -> SessionTerms {
        guard let idle: Int64 = try row.find("o_idle_seconds") else { return .standard }
        return SessionTerms(
            lifetimes: SessionLifetimes(idle: .seconds(idle), absolute: try seconds("o_absolute_seconds", row)),
            accessTokenLifetime: try seconds("o_access_token_seconds", row),
            isAnonymous: try row.get("o_is_anonymous"),
            revokesAtApple: try row.get("o_revokes_at_apple"),
            confirmsEmail: try row.get("o_confirms_email")
        )
    }

    /// Reads `o.dialect AS o_dialect` of `tenant_settings o`, which may have no row.
    static func dialect(_ row: Row, of tenant: Tenant.ID) throws -> TenantSettings.Dialect {
        guard let word: String = try row.find("o_dialect") else { return TenantSettings.standard.dialect }
        guard let dialect = TenantSettings.Dialect(rawValue: word) else {
            throw unreadable(UnknownSetting(column: "dialect", value: word), of: tenant)
        }
        return dialect
    }

    static func find(_ tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> VersionedSettings {
        let row = try transaction.row("SELECT \(sql: columns) FROM tenant_settings WHERE tenant_id = \(tenant)")
        do {
            return try row.map { VersionedSettings(settings: try settings($0), version: try $0.get("version")) }
                ?? .standard
        } catch {
            throw unreadable(error, of: tenant)
        }
    }

    private static func settings(_ row: Row) throws -> TenantSettings {
        var settings = TenantSettings()
        for setting in TenantSetting.all { try setting.edit(from: row)(&settings) }
        return settings
    }

    private static func unreadable(_ error: any Error, of tenant: Tenant.ID) -> DatabaseError {
        let reason =
            switch error {
            case let error as UnknownSetting: error.sentence
            case let error as DatabaseError: error.detail
            default: "\(ErrorSummary(error))"
            }
        return DatabaseError(.decoding, "The stored settings of tenant \(tenant) cannot be read: \(reason)")
    }

    static func store(
        _ settings: VersionedSettings,
        of tenant: Tenant.ID,
        at now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        let values = TenantSetting.all.map { $0.sqlValue(in: settings.settings) }
        let row = [tenant.sqlValue, settings.version.sqlValue] + values + [now.sqlValue]
        try transaction.execute(
            """
            INSERT INTO tenant_settings (tenant_id, \(sql: columns), changed_at) VALUES \(rows: [row])
            ON CONFLICT (tenant_id) DO UPDATE SET \(sql: assignments), changed_at = excluded.changed_at
            """
        )
    }

    private static func seconds(_ column: String, _ row: Row) throws -> Duration {
        .seconds(try row.get(column, as: Int64.self))
    }
}

/// `[name, value]`, or `[name, seconds, true]` for a time after creation.
extension DefaultAttribute {
    var stored: JSONValue {
        switch value {
        case .text(let text): [.string(name), .string(text)]
        case .integer(let number): [.string(name), .integer(number)]
        case .bool(let bool): [.string(name), .bool(bool)]
        case .after(let span): [.string(name), .integer(span.components.seconds), true]
        }
    }

    init?(stored value: JSONValue) {
        guard let parts = value.arrayValue, let name = value[0]?.stringValue, let content = value[1] else { return nil }
        let isSpan = value[2] == true
        // A duration is a number of seconds; a value with any other suffix is invalid.
        guard parts.count == 2 || parts.count == 3 && isSpan && content.integerValue != nil else { return nil }
        switch content {
        case .string(let text): self.init(name: name, value: .text(text))
        case .integer(let number): self.init(name: name, value: isSpan ? .after(.seconds(number)) : .integer(number))
        case .bool(let bool): self.init(name: name, value: .bool(bool))
        default: return nil
        }
    }
}

/// `[code, language, text]`.
extension MessageText {
    var stored: JSONValue { [.string(code), .string(language.description), .string(text)] }

    init?(stored value: JSONValue) {
        guard value.arrayValue?.count == 3, let code = value[0]?.stringValue,
            let language = value[1]?.stringValue.flatMap(Language.init),
            let text = value[2]?.stringValue
        else { return nil }
        self.init(code: code, language: language, text: text)
    }
}

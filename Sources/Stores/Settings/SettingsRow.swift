import Database
import Domain
import StrictJSON
import UseCases

/// One row of `tenant_settings`.
enum SettingsRow {
    static let columns: SQL =
        """
        version, methods, dialect, is_anonymous, sign_up, confirms_email, idle_seconds, absolute_seconds, access_token_seconds,
        sessions_per_person, requires_nonce, revokes_at_apple, language, texts, default_attributes, secures_password_change, redirects,
        apple_deletion, multi_session
        """

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

    static func find(_ tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> VersionedSettings {
        let row = try transaction.row("SELECT \(sql: columns) FROM tenant_settings WHERE tenant_id = \(tenant)")
        do {
            return try row.map { VersionedSettings(settings: try settings($0), version: try $0.get("version")) }
                ?? .standard
        } catch {
            throw DatabaseError(.decoding, "The stored settings of tenant \(tenant) cannot be read: \(reason(error))")
        }
    }

    /// The names of stored settings that this program does not know. They are neither ignored nor overwritten: a newer
    /// program wrote them.
    private struct Unknown: Error {
        let setting: String
        let detail: String
    }

    /// - Returns: a sentence for the operator.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as Unknown: "\(error.setting) holds \(error.detail), which this program does not know."
        case let error as DatabaseError: error.detail
        default: "\(ErrorSummary(error))"
        }
    }

    /// Reads every item of a list, or none.
    private static func all<Item, Value>(_ setting: String, _ items: [Item], _ read: (Item) -> Value?) throws -> [Value]
    {
        try items.enumerated().map { index, item in
            guard let value = read(item) else {
                throw Unknown(setting: setting, detail: "an item at place \(index + 1)")
            }
            return value
        }
    }

    static func store(
        _ settings: TenantSettings,
        version: Int,
        of tenant: Tenant.ID,
        at moment: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        let methods = settings.methods.map(\.rawValue).sorted().joined(separator: " ")
        try transaction.execute(
            """
            INSERT INTO tenant_settings (tenant_id, \(sql: columns), changed_at)
            VALUES (\(tenant), \(version), \(methods), \(settings.dialect), \(settings.isAnonymous), \(settings.signUp),
                \(settings.confirmsEmail), \(settings.sessions.idle.components.seconds), \(settings.sessions.absolute.components.seconds),
                \(settings.accessTokenLifetime.components.seconds), \(settings.sessionsPerPerson), \(settings.requiresNonce),
                \(settings.revokesAtAppleEverywhere), \(settings.language), \(text(of: settings.texts)),
                \(text(of: settings.defaultAttributes)), \(settings.securesPasswordChange),
                \(settings.redirects.map(\.description).joined(separator: " ")), \(settings.appleDeletion),
                \(settings.multiSession), \(moment))
            ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version, methods = excluded.methods, dialect = excluded.dialect,
                is_anonymous = excluded.is_anonymous, sign_up = excluded.sign_up, confirms_email = excluded.confirms_email,
                idle_seconds = excluded.idle_seconds, absolute_seconds = excluded.absolute_seconds,
                access_token_seconds = excluded.access_token_seconds,
                sessions_per_person = excluded.sessions_per_person, requires_nonce = excluded.requires_nonce,
                revokes_at_apple = excluded.revokes_at_apple, language = excluded.language, texts = excluded.texts,
                default_attributes = excluded.default_attributes, secures_password_change = excluded.secures_password_change,
                redirects = excluded.redirects, apple_deletion = excluded.apple_deletion,
                multi_session = excluded.multi_session, changed_at = excluded.changed_at
            """
        )
    }

    private static func settings(_ row: Row) throws -> TenantSettings {
        var settings = TenantSettings()
        let methods: String = try row.get("methods")
        settings.methods = try Set(
            methods.split(separator: " ").map { name in
                guard let method = TenantSettings.Method(rawValue: String(name)) else {
                    throw Unknown(setting: "methods", detail: "“\(name.prefix(40))”")
                }
                return method
            }
        )
        settings.dialect = try row.get("dialect")
        settings.isAnonymous = try row.get("is_anonymous")
        settings.signUp = try row.get("sign_up")
        settings.confirmsEmail = try row.get("confirms_email")
        settings.sessions = SessionLifetimes(
            idle: try seconds("idle_seconds", row),
            absolute: try seconds("absolute_seconds", row)
        )
        settings.accessTokenLifetime = try seconds("access_token_seconds", row)
        settings.sessionsPerPerson = try row.get("sessions_per_person")
        settings.requiresNonce = try row.get("requires_nonce")
        settings.revokesAtAppleEverywhere = try row.get("revokes_at_apple")
        settings.appleDeletion = try row.get("apple_deletion")
        settings.multiSession = try row.get("multi_session")
        settings.language = try row.get("language")
        settings.texts = try all("texts", list("texts", row), messageText)
        settings.defaultAttributes = try all("default_attributes", list("default_attributes", row), defaultAttribute)
        settings.securesPasswordChange = try row.get("secures_password_change")
        let redirects: String = try row.get("redirects")
        settings.redirects = try all("redirects", redirects.split(separator: " ")) { RedirectRule(String($0)) }
        return settings
    }

    private static func seconds(_ column: String, _ row: Row) throws -> Duration {
        .seconds(try row.get(column, as: Int64.self))
    }

    // MARK: Lists, as compact JSON

    private static func list(_ column: String, _ row: Row) throws -> [JSONValue] {
        let text: String = try row.get(column)
        let value = try JSONValue(parsing: Array(text.utf8), limits: .stored)
        guard let items = value.arrayValue else { throw Unknown(setting: column, detail: "no list") }
        return items
    }

    private static func text(of texts: [MessageText]) -> String {
        JSONValue.array(texts.map { [.string($0.code), .string($0.language.description), .string($0.text)] }).text
    }

    private static func messageText(_ value: JSONValue) -> MessageText? {
        guard value.arrayValue?.count == 3, let code = value[0]?.stringValue,
            let language = value[1]?.stringValue.flatMap(Language.init),
            let text = value[2]?.stringValue
        else { return nil }
        return MessageText(code: code, language: language, text: text)
    }

    /// `[name, value]`, or `[name, seconds, true]` for a moment after creation.
    private static func text(of attributes: [DefaultAttribute]) -> String {
        JSONValue.array(
            attributes.map { attribute in
                switch attribute.value {
                case .text(let text): [.string(attribute.name), .string(text)]
                case .integer(let number): [.string(attribute.name), .integer(number)]
                case .truth(let truth): [.string(attribute.name), .bool(truth)]
                case .after(let span): [.string(attribute.name), .integer(span.components.seconds), true]
                }
            }
        ).text
    }

    private static func defaultAttribute(_ value: JSONValue) -> DefaultAttribute? {
        guard let parts = value.arrayValue, let name = value[0]?.stringValue, let content = value[1] else { return nil }
        let isSpan = value[2] == true
        // A duration is a number of seconds; a value with any other suffix is invalid.
        guard parts.count == 2 || parts.count == 3 && isSpan && content.integerValue != nil else { return nil }
        return switch content {
        case .string(let text): DefaultAttribute(name: name, value: .text(text))
        case .integer(let number):
            DefaultAttribute(name: name, value: isSpan ? .after(.seconds(number)) : .integer(number))
        case .bool(let truth): DefaultAttribute(name: name, value: .truth(truth))
        default: nil
        }
    }
}

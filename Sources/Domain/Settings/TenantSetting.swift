/// One setting of a tenant: its column, and how the API, the audit trail and the console show it.
///
/// Storage, API, OpenAPI document, audit trail and console forms walk `TenantSetting.all`. A new setting is a property of
/// `TenantSettings`, a row of the table, a migration that adds its column, its texts in the catalogue, and the use case
/// that obeys it.
public struct TenantSetting: Sendable {
    /// The name in the API and in the audit trail.
    public let name: String
    /// The column of `tenant_settings`.
    public let column: StaticString
    public let kind: SettingKind
    /// What the setting does, in the description of the API.
    public let summary: String
    /// The field on a page of the console; nil for a list that has forms of its own.
    public let field: SettingField?

    init(_ name: String, column: StaticString, _ kind: SettingKind, summary: String, field: SettingField? = nil) {
        self.name = name
        self.column = column
        self.kind = kind
        self.summary = summary
        self.field = field
    }

    /// Every setting, in the order of the API.
    public static let all = signIn + sessions + clients + content + events

    /// Returns the settings with a field on a page, in the order of the page.
    public static func fields(on page: SettingsPage) -> [TenantSetting] {
        all.filter { $0.field?.page == page }.enumerated()
            .sorted { ($0.element.field?.place ?? 0, $0.offset) < ($1.element.field?.place ?? 0, $1.offset) }
            .map(\.element)
    }

    /// The name of the field in a form.
    public var fieldName: String { field?.name ?? name }

    /// The names of fields in forms by the names of their settings.
    public static let fieldNames = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.fieldName) })
}

extension TenantSetting {
    /// Returns the changed settings for the audit trail.
    public static func changes(from old: TenantSettings, to new: TenantSettings) -> [AuditEntry.Change] {
        all.compactMap { $0.change(from: old, to: new) }
    }

    private func change(from old: TenantSettings, to new: TenantSettings) -> AuditEntry.Change? {
        let (before, after) = (auditText(old), auditText(new))
        let isChanged =
            switch kind {
            // The trail has the number of texts, which stays when one is replaced.
            case .messages(let access): access.get(old) != access.get(new)
            default: before != after
            }
        return isChanged ? AuditEntry.Change(name, from: before, to: after) : nil
    }

    private func auditText(_ settings: TenantSettings) -> String {
        switch kind {
        case .flag(let access): String(access.get(settings))
        case .count(let access, _), .span(let access, _): String(access.get(settings))
        case .choice(let access, _): access.get(settings)
        case .word(let access, _): access.get(settings)
        case .choices(let access, _): access.get(settings).joined(separator: " ")
        case .words(let access, _, _): access.get(settings).joined(separator: " ")
        case .messages(let access): String(access.get(settings).count)
        case .attributes(let access): access.get(settings).map(\.auditText).joined(separator: " ")
        }
    }
}

/// What browsers may do, and what the tenant asks of tokens from Apple.
extension TenantSetting {
    static let clients: [TenantSetting] = [
        TenantSetting(
            "require_nonce",
            column: "requires_nonce",
            .flag(SettingAccess(\.requiresNonce)),
            summary: "True rejects identity tokens without a nonce.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "multi_session",
            column: "multi_session",
            .flag(SettingAccess(\.multiSession)),
            summary:
                "True allows several signed-in accounts in one browser (Better Auth's multi-session plugin).",
            field: SettingField(.sessions)
        ),
        TenantSetting(
            "revoke_at_apple_everywhere",
            column: "revokes_at_apple",
            .flag(SettingAccess(\.revokesAtAppleEverywhere)),
            summary: "True revokes the app's authorization at Apple when a user signs out everywhere.",
            field: SettingField(.apple)
        ),
        TenantSetting(
            "apple_account_deleted",
            column: "apple_deletion",
            .oneOf(\.appleDeletion),
            summary:
                "What happens to an account whose Apple Account is deleted; an account with another sign-in method, and the last administrator, are kept.",
            field: SettingField(.apple, hasHint: false)
        ),
    ]
}

/// The tenant's own texts, and what a new user begins with.
extension TenantSetting {
    static let content: [TenantSetting] = [
        TenantSetting(
            "language",
            column: "language",
            .word(SettingAccess(\.language, encode: \.description, decode: { Language($0) }), .language),
            summary: "The language of texts when a request asks for no available one.",
            field: SettingField(.texts, name: "tenant_language")
        ),
        TenantSetting(
            "texts",
            column: "texts",
            .messages(SettingAccess(\.texts)),
            summary: "The tenant's own error messages, by code."
        ),
        TenantSetting(
            "default_attributes",
            column: "default_attributes",
            .attributes(SettingAccess(\.defaultAttributes)),
            summary: "The initial `app_metadata` of new users."
        ),
    ]
}

/// How long and how many events are kept.
extension TenantSetting {
    static let events: [TenantSetting] = [
        TenantSetting(
            "event_retention_days",
            column: "event_retention_days",
            .count(SettingAccess(\.eventRetentionDays), in: TenantSettings.eventDays),
            summary:
                "The days for which events are kept, at most as many as the installation keeps them; 0 for as long as the installation does.",
            field: SettingField(.events)
        ),
        TenantSetting(
            "event_storage_bytes",
            column: "event_storage_bytes",
            .count(SettingAccess(\.eventStorageBytes), in: TenantSettings.eventBytes),
            summary: "The bytes that events may take before the oldest are deleted; 0 for no limit.",
            field: SettingField(.events)
        ),
    ]
}

/// The keys of a setting's texts in the catalogue.
extension TenantSetting {
    /// - Parameter part: `label`, `hint`, …
    /// - Returns: `settings.sign-up.label`
    public func textKey(_ part: String) -> TextKey { TextKey("settings.\(Self.hyphenated(fieldName)).\(part)") }

    /// The key of a value's title: `settings.sign-up.open`. The sentence that says what the value does has the key
    /// `settings.sign-up.open.hint`.
    public func textKey(ofValue value: String, _ part: String? = nil) -> TextKey {
        textKey(Self.hyphenated(value) + (part.map { ".\($0)" } ?? ""))
    }

    private static func hyphenated(_ name: String) -> String { name.replacing("_", with: "-") }
}

extension DefaultAttribute {
    fileprivate var auditText: String {
        switch value {
        case .text(let text): "\(name)=\(text)"
        case .integer(let number): "\(name)=\(number)"
        case .bool(let bool): "\(name)=\(bool)"
        case .after(let span): "\(name)=+\(span.components.seconds)s"
        }
    }
}

/// A setting's field on a page of the console.
///
/// Its texts have keys made from the name of the field, `settings.sign-up.label`: see `TenantSetting.textKey(_:)`.
public struct SettingField: Sendable {
    public let page: SettingsPage
    /// The name in the form; nil where it is the setting's.
    public let name: String?
    /// The field has a hint of its own; the values of a choice have theirs.
    public let hasHint: Bool
    /// Fields with a larger number come later on the page, others in the order of the table.
    public let place: Int

    init(_ page: SettingsPage, name: String? = nil, hasHint: Bool = true, place: Int = 0) {
        self.page = page
        self.name = name
        self.hasHint = hasHint
        self.place = place
    }
}

/// The pages of the console that the settings are spread over.
public enum SettingsPage: String, CaseIterable, Sendable {
    case signIn = "sign-in"
    case apple, sessions, texts
    case newUsers = "new-people"
    case events
}

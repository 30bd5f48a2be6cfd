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

import ConsoleKit
import Domain
import WebCore

/// Settings that are a list: one row is added, changed or removed at a time.
protocol SettingsList: Sendable {
    /// A row of the list as a user types it.
    associatedtype Item: SettingsItem

    static var page: SettingsPage { get }

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String
    static func items(_ settings: TenantSettings) -> [Item]
}

/// A row of a list of settings, as it is stored or as it was typed.
protocol SettingsItem: Sendable {
    /// The part of its texts' keys: `settings.message.add`.
    static var textArea: String { get }
    /// The names of its fields.
    static var fieldNames: [String] { get }
    /// The names and values of the fields that identify it in the list.
    var key: [(name: String, value: String)] { get }

    /// An empty one.
    init()
    mutating func read(_ fields: inout Fields)
    /// Reads only the fields of `key`.
    mutating func readKey(_ fields: inout Fields)
    func row(_ texts: Texts) -> SettingsRowText
    func parts(_ problems: FormProblems, _ texts: Texts) -> [SettingView]
    /// Adds it, or replaces the one with the same key.
    func put(into settings: inout TenantSettings)
    func remove(from settings: inout TenantSettings)
}

extension SettingsItem {
    /// A text about the list: `settings.message.add`.
    static func text(_ part: String, _ texts: Texts, _ arguments: [String: TextArgument] = [:]) -> String {
        texts(TextKey("settings.\(textArea).\(part)"), arguments)
    }

    static func labels(_ texts: Texts) -> [String: String] {
        Dictionary(uniqueKeysWithValues: fieldNames.map { ($0, text("\($0).label", texts)) })
    }

    func isSame(as other: Self) -> Bool { zip(key, other.key).allSatisfy { $0.value == $1.value } }
}

/// A row of a list of settings in words.
struct SettingsRowText: Sendable {
    let title: String
    let detail: String
    let text: String
}

/// The initial metadata of new users.
enum AttributeList: SettingsList {
    static let page = SettingsPage.newUsers

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String {
        let count = settings.defaultAttributes.count
        return count == 0 ? texts("settings.attribute.finding-none") : texts("settings.attribute.finding", count: count)
    }

    static func items(_ settings: TenantSettings) -> [TypedAttribute] {
        settings.defaultAttributes.map(TypedAttribute.init)
    }
}

/// The tenant's own error messages.
enum MessageList: SettingsList {
    static let page = SettingsPage.texts

    static func finding(_ settings: TenantSettings, _ texts: Texts) -> String {
        let maximum = TextArgument.number(TenantSettings.maximumTexts)
        guard !settings.texts.isEmpty else { return texts("settings.message.finding-none", ["maximum": maximum]) }
        let languages = texts("settings.message.finding-languages", count: Set(settings.texts.map(\.language)).count)
        return texts(
            "settings.message.finding",
            count: settings.texts.count,
            ["maximum": maximum, "languages": .text(languages)]
        )
    }

    static func items(_ settings: TenantSettings) -> [TypedMessage] {
        settings.texts.map(TypedMessage.init).sorted { ($0.code, $0.language) < ($1.code, $1.language) }
    }
}

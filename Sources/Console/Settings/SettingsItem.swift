import ConsoleKit
import Domain
import WebCore

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

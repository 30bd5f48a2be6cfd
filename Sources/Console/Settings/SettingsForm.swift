import ConsoleKit
import Domain
import WebCore

/// The settings of one page, as they stand or as someone typed them.
protocol SettingsForm: Sendable {
    static var page: SettingsPage { get }
    /// Fields of the page by the names that the rules of the domain give them.
    static var fieldNames: [String: String] { get }

    init(_ settings: TenantSettings)
    /// Takes what was typed, and notes what is wrong with it.
    mutating func read(_ fields: inout Fields)
    func apply(to settings: inout TenantSettings)
    func parts(_ problems: FormProblems) -> [SettingView]
    /// One sentence or two that say what holds.
    var finding: String { get }
    /// Each setting in words: for who may only read, and to tell two people's wishes apart.
    var lines: [SettingLine] { get }
}

extension SettingsForm {
    static var fieldNames: [String: String] { [:] }
}

extension Bool {
    var words: String { self ? "yes" : "no" }
}

// MARK: Sign-in

// MARK: Sessions

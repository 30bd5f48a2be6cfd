import Configuration
import Foundation
import StrictJSON

/// The settings file: one JSON object whose members are named after the settings.
///
/// The program's own strict parser reads it, so that duplicate and unknown names are reported and not ignored.
struct SettingsFile {
    let provider: InMemoryProvider
    /// Full sentences.
    let problems: [String]

    static let none = SettingsFile(provider: InMemoryProvider(name: "file", values: [:]), problems: [])
    private static let maximumBytes = 64 * 1024

    private init(provider: InMemoryProvider, problems: [String]) {
        self.provider = provider
        self.problems = problems
    }

    init(path: String) {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            self.init(rejecting: "The file \(path) cannot be read; check \(Setting.fileEnvironmentName) (--config).")
            return
        }
        guard bytes.count <= Self.maximumBytes else {
            self.init(rejecting: "\(path) is larger than 64 KiB: that is no file of settings.")
            return
        }
        do {
            let value = try JSONValue(parsing: Array(bytes))
            guard let object = value.objectValue else {
                self.init(rejecting: "\(path) must hold one JSON object, like {\"listen\": \"127.0.0.1:8080\"}.")
                return
            }
            self.init(object, path: path)
        } catch {
            self.init(rejecting: "\(path) is not JSON: \(error.sentence)")
        }
    }

    private init(rejecting sentence: String) {
        self.init(provider: Self.none.provider, problems: [sentence])
    }

    private init(_ object: JSONObject, path: String) {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        var problems: [String] = []
        for (name, value) in object {
            guard let setting = Setting(rawValue: name) else {
                let known = Setting.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append("\(path): “\(name)” is no setting. There are: \(known).")
                continue
            }
            guard let text = Self.text(of: value) else {
                problems.append("\(path): \(name) must be a text, a whole number or a list of texts.")
                continue
            }
            values[AbsoluteConfigKey([name])] = ConfigValue(.string(text), isSecret: setting.isSecret)
        }
        self.init(provider: InMemoryProvider(name: "file", values: values), problems: problems)
    }

    /// Converts a value to text, so that one rule parses a setting from any source.
    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .array(let elements):
            elements.allSatisfy { $0.stringValue != nil }
                ? elements.compactMap(\.stringValue).joined(separator: ",") : nil
        default: nil
        }
    }
}

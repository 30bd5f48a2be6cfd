/// The type of a setting's value, with the access to it: what each layer needs to encode, decode and show it.
public enum SettingKind: Sendable {
    case flag(SettingAccess<Bool>)
    case count(SettingAccess<Int>, in: ClosedRange<Int>)
    /// A time span in seconds.
    case span(SettingAccess<Int>, in: ClosedRange<Int>)
    /// One of several words.
    case choice(SettingAccess<String>, SettingOptions)
    /// Any of several words, in alphabetical order.
    case choices(SettingAccess<[String]>, SettingOptions)
    /// A value that is written as text.
    case word(SettingAccess<String>, SettingNotation)
    /// A list of values without spaces.
    case words(SettingAccess<[String]>, SettingNotation, maximum: Int)
    case messages(SettingAccess<[MessageText]>)
    case attributes(SettingAccess<[DefaultAttribute]>)

    static func oneOf<Choice: SettingChoice>(
        _ path: any WritableKeyPath<TenantSettings, Choice> & Sendable
    ) -> SettingKind {
        .choice(SettingAccess(path, encode: \.rawValue, decode: { Choice(rawValue: $0) }), SettingOptions(Choice.self))
    }

    static func anyOf<Choice: SettingChoice>(
        _ path: any WritableKeyPath<TenantSettings, Set<Choice>> & Sendable
    ) -> SettingKind {
        let access = SettingAccess<[String]>(
            path,
            encode: { $0.map(\.rawValue).sorted() },
            decode: { words in
                let choices = words.compactMap { Choice(rawValue: $0) }
                return choices.count == words.count ? Set(choices) : nil
            }
        )
        return .choices(access, SettingOptions(Choice.self))
    }

    static func seconds(
        _ path: any WritableKeyPath<TenantSettings, Duration> & Sendable,
        in range: ClosedRange<Int>
    ) -> SettingKind {
        .span(SettingAccess(path, encode: { Int($0.components.seconds) }, decode: { .seconds($0) }), in: range)
    }

    /// Returns the range that the number is outside of; nil within it, and for a value that is no number.
    func range(exceededIn settings: TenantSettings) -> ClosedRange<Int>? {
        switch self {
        case .count(let access, let range), .span(let access, let range):
            range.contains(access.get(settings)) ? nil : range
        case .flag, .choice, .choices, .word, .words, .messages, .attributes: nil
        }
    }
}

/// Reads and changes one setting by values that every layer can encode.
public struct SettingAccess<Value: Sendable>: Sendable {
    public let get: @Sendable (TenantSettings) -> Value
    /// Returns the change to a value; nil for a value that the setting does not know.
    public let edit: @Sendable (Value) -> SettingEdit?

    init(_ path: any WritableKeyPath<TenantSettings, Value> & Sendable) {
        self.init(path, encode: { $0 }, decode: { $0 })
    }

    init<Stored: Sendable>(
        _ path: any WritableKeyPath<TenantSettings, Stored> & Sendable,
        encode: @escaping @Sendable (Stored) -> Value,
        decode: @escaping @Sendable (Value) -> Stored?
    ) {
        get = { encode($0[keyPath: path]) }
        edit = { value -> SettingEdit? in
            guard let decoded = decode(value) else { return nil }
            return { settings in settings[keyPath: path] = decoded }
        }
    }
}

/// The values of a setting that is one of several words, or any of them.
public protocol SettingChoice: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The values in the order of forms.
    static var displayed: [Self] { get }
}

extension SettingChoice {
    public static var displayed: [Self] { Array(allCases) }
}

extension SessionLimit.Action: SettingChoice {
    public static let displayed: [Self] = [.endOldest, .reject]
}

extension TenantSettings.Dialect {
    public static let displayed: [Self] = [.both, .betterAuth, .gotrue]
}

/// Changes one setting.
public typealias SettingEdit = @Sendable (inout TenantSettings) -> Void

/// The words that a setting can have.
public struct SettingOptions: Sendable {
    /// In the order of the API.
    public let values: [String]
    /// In the order of forms.
    public let displayed: [String]

    init<Choice: SettingChoice>(_: Choice.Type) {
        values = Choice.allCases.map(\.rawValue)
        displayed = Choice.displayed.map(\.rawValue)
    }
}

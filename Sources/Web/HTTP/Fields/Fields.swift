import Domain
import StrictJSON

/// Reads the fields of a JSON object, a form or a query as what they should be, and collects everything that is wrong.
///
/// A field that is missing or wrong reads as a stand-in (an empty text, the lowest number) and is noted; `finish()`
/// throws when anything was noted. So a handler reads straight on, and the client learns of all its slips at once.
///
/// ```swift
/// var fields = try await request.jsonFields()
/// let name = fields.optionalText("name", maximum: User.nameMaximumLength)
/// let email = fields.value("email", as: EmailAddress.self, orElse: "Write an address like ada@example.com.")
/// let (address) = try fields.finish(email)
/// ```
public struct Fields {
    /// What happens to fields that nobody asked for.
    public enum Unknown: Sendable {
        case reported
        /// For the wire formats of others, who may send more than we know.
        case ignored
    }

    /// Of one request; a client that sends a thousand wrong fields does not get a thousand sentences.
    static let maximumProblems = 50
    static let maximumNameBytes = 64

    let notation: FieldNotation
    private let values: [ByteText: FieldValue]
    /// In the order in which they came.
    private let names: [String]
    private var asked: Set<ByteText> = []
    private(set) public var problems: [FieldProblem] = []

    init(_ values: [(name: String, value: FieldValue)], notation: FieldNotation) {
        self.notation = notation
        self.values = Dictionary(values.map { (ByteText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
        names = values.map(\.name)
    }

    /// True when the field came at all, be it `null` or empty: to tell *leave it* from *clear it*.
    public func has(_ name: String) -> Bool { values[ByteText(name)] != nil }

    /// What the person typed, to be shown again beside the problem; empty for what is no text.
    public func typed(_ name: String) -> String {
        switch values[ByteText(name)] {
        case .text(let text)?: text
        case .list(let list)?: list.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first ?? ""
        default: ""
        }
    }

    /// Notes a problem that a rule of the domain found.
    public mutating func note(_ name: String, _ rule: FieldProblem.Rule) {
        problems.append(FieldProblem(field: name.beginning(ofBytes: Self.maximumNameBytes), rule: rule))
    }

    /// - Throws: `.invalid` with every problem that was noted.
    public func finish(_ unknown: Unknown = .reported) throws(DomainError) {
        let all = unknown == .reported ? problems + unknownFields : problems
        guard all.isEmpty else { throw .invalid(Array(all.prefix(Self.maximumProblems))) }
    }

    /// The same, and hands back what was read: after `finish` nothing is missing.
    public func finish<each Value>(
        _ values: repeat (each Value)?,
        unknown: Unknown = .reported
    ) throws(DomainError)
        -> (repeat each Value)
    {
        try finish(unknown)
        do {
            return (repeat try Self.present(each values))
        } catch {
            throw .invalid([])
        }
    }

    private static func present<Value>(_ value: Value?) throws -> Value {
        // A reader that gives nil has noted why, so `finish` has thrown; nil can only come from elsewhere.
        guard let value else { throw DomainError.invalid([]) }
        return value
    }

    private var unknownFields: [FieldProblem] {
        names.lazy.filter { !asked.contains(ByteText($0)) }.prefix(Self.maximumProblems).map {
            FieldProblem(field: $0.beginning(ofBytes: Self.maximumNameBytes), rule: .unknown)
        }
    }

    /// The value of a field, nil when it is absent, null or, in a form, left empty.
    mutating func take(_ name: String) -> FieldValue? {
        asked.insert(ByteText(name))
        switch values[ByteText(name)] {
        case nil, .null?: return nil
        case .text(let text)? where text.isEmpty && notation == .form: return nil
        case .list? where notation.isText:
            note(name, .duplicate)
            return .unreadable(.duplicate)
        case .unreadable(let rule)?:
            note(name, rule)
            return .unreadable(rule)
        case let value?: return value
        }
    }

    /// All values of a field that may come several times; nil when it is absent.
    mutating func takeAll(_ name: String) -> [FieldValue]? {
        asked.insert(ByteText(name))
        switch values[ByteText(name)] {
        case nil, .null?: return nil
        case .list(let list)?: return list
        case let value? where notation.isText: return [value]
        case .some:
            note(name, .wrongType(expected: "a list"))
            return nil
        }
    }
}

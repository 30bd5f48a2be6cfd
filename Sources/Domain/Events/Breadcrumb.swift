import StrictJSON

/// A step that an app noted before an event; Sentry SDKs send them with it.
///
/// The breadcrumbs of an event are attributes of it: `breadcrumb.1.message` is the message of the newest one.
public struct Breadcrumb: Sendable, Hashable {
    /// The number of breadcrumbs of one event.
    public static let maximumCount = 20

    /// By the clock of the client, like the time of its event before the correction.
    public var time: Timestamp?
    public var category: String?
    public var level: String?
    public var message: String?
    /// A JSON object, as text. It may be none after the scrubber has replaced a number in it.
    public var data: String?

    public init(
        time: Timestamp? = nil,
        category: String? = nil,
        level: String? = nil,
        message: String? = nil,
        data: String? = nil
    ) {
        self.time = time
        self.category = category
        self.level = level
        self.message = message
        self.data = data
    }
}

extension Breadcrumb {
    private enum Part: String, CaseIterable {
        case message, category, level, time, data
    }

    private static let prefix = "breadcrumb."

    /// - Parameter number: 1 for the newest.
    public func attributes(number: Int) -> [EventAttribute] {
        Part.allCases.compactMap { part in
            text(of: part).map { EventAttribute("\(Self.prefix)\(number).\(part.rawValue)", .text($0)) }
        }
    }

    /// Separates the breadcrumbs of an event, the oldest first, from its other attributes.
    public static func separated(
        from attributes: [EventAttribute]
    ) -> (breadcrumbs: [Breadcrumb], others: [EventAttribute]) {
        var found: [Int: Breadcrumb] = [:]
        var others: [EventAttribute] = []
        for attribute in attributes {
            guard case .text(let text) = attribute.value, let (number, part) = place(of: attribute.name) else {
                others.append(attribute)
                continue
            }
            var breadcrumb = found[number] ?? Breadcrumb()
            if breadcrumb.set(part, to: text) {
                found[number] = breadcrumb
            } else {
                others.append(attribute)
            }
        }
        return (found.sorted { $0.key > $1.key }.map(\.value), others)
    }

    private func text(of part: Part) -> String? {
        switch part {
        case .message: message
        case .category: category
        case .level: level
        case .time: time?.rfc3339
        case .data: data
        }
    }

    /// - Returns: false for a time that cannot be read.
    private mutating func set(_ part: Part, to text: String) -> Bool {
        switch part {
        case .message: message = text
        case .category: category = text
        case .level: level = text
        case .time:
            guard let timestamp = Timestamp(rfc3339: text) else { return false }
            time = timestamp
        case .data: data = text
        }
        return true
    }

    /// Reads the name of an attribute as `attributes(number:)` writes it.
    private static func place(of name: String) -> (number: Int, part: Part)? {
        guard name.hasBytePrefix(prefix) else { return nil }
        let parts = name.splitBytes(at: ".")
        guard parts.count == 3, let number = Int(parts[1]), (1...maximumCount).contains(number),
            String(number).hasSameBytes(as: parts[1]),
            let part = Part.allCases.first(where: { $0.rawValue.hasSameBytes(as: parts[2]) })
        else { return nil }
        return (number, part)
    }
}

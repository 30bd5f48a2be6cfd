import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// The part of an event that no query searches, as compact JSON: the dimensions that are stored here by their keys,
/// `e`rror, `a`ttributes, clock `c`orrection in milliseconds, and the `m`essage when it has no row of its own.
struct EventExtras {
    private static let dimensions: [(dimension: EventDimension, key: String)] = EventDimension.texts.compactMap {
        guard case .rest(let key) = $0.definition.storage else { return nil }
        return ($0, key)
    }

    /// The texts of the event; only those of `dimensions` are written and read.
    var texts = EventTexts()
    var error: EventError?
    var attributes: [EventAttribute] = []
    var correction = Duration.zero
    var hasOwnMessage = false

    init(_ event: ClassifiedEvent, hasOwnMessage: Bool) {
        texts = event.content.texts
        error = event.content.error
        attributes = event.content.attributes
        correction = event.clockCorrection
        self.hasOwnMessage = hasOwnMessage
    }

    /// Nil when there are no extras.
    var text: String? {
        var members: [(String, JSONValue)] = []
        for (dimension, key) in Self.dimensions {
            if let text = texts[dimension] { members.append((key, .string(text))) }
        }
        if let error { members.append(("e", Self.json(error))) }
        if hasOwnMessage, let message = error?.message { members.append(("m", .string(message))) }
        if !attributes.isEmpty {
            members.append(("a", .array(attributes.map { .array([.string($0.name), $0.value.json]) })))
        }
        if correction != .zero { members.append(("c", .integer(correction.wholeMilliseconds))) }
        return members.isEmpty ? nil : JSONValue.object(JSONObject(members)).text
    }

    /// - Parameter message: the text of the event's message row.
    init(text: String?, message: String?) throws {
        guard let text, let object = try JSONValue(parsing: Array(text.utf8), limits: .stored).objectValue else {
            return
        }
        for (dimension, key) in Self.dimensions { texts[dimension] = object[key]?.stringValue }
        correction = .milliseconds(object["c"]?.integerValue ?? 0)
        error = object["e"]?.arrayValue.flatMap { Self.error($0, message: message ?? object["m"]?.stringValue) }
        attributes = (object["a"]?.arrayValue ?? []).compactMap { item in
            guard let pair = item.arrayValue, pair.count == 2, let name = pair[0].stringValue,
                let value = EventAttribute.Value(pair[1])
            else { return nil }
            return EventAttribute(name, value)
        }
    }

    /// `[domain, code, [[domain, code, message], …]]`
    private static func json(_ error: EventError) -> JSONValue {
        let chain = error.chain.map { cause -> JSONValue in
            .array([.string(cause.domain), .string(cause.code)] + (cause.message.map { [.string($0)] } ?? []))
        }
        return .array([.string(error.domain), .string(error.code)] + (chain.isEmpty ? [] : [.array(chain)]))
    }

    private static func error(_ parts: [JSONValue], message: String?) -> EventError? {
        guard parts.count >= 2, let domain = parts[0].stringValue, let code = parts[1].stringValue else { return nil }
        let chain = parts.count > 2 ? parts[2].arrayValue ?? [] : []
        let causes = chain.compactMap { item -> EventError.Cause? in
            guard let cause = item.arrayValue, cause.count >= 2, let domain = cause[0].stringValue,
                let code = cause[1].stringValue
            else { return nil }
            return EventError.Cause(domain: domain, code: code, message: cause.count > 2 ? cause[2].stringValue : nil)
        }
        return EventError(domain: domain, code: code, message: message, chain: causes)
    }
}

extension EventAttribute.Value {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .truth(let truth): .bool(truth)
        }
    }

    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .bool(let truth): self = .truth(truth)
        default: return nil
        }
    }
}

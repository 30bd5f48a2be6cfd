import Domain
import Foundation
import StrictJSON

/// Texts as apps log them, with the secrets in them: dumps of Swift, Foundation, Python, JavaScript and other languages
/// were captured from their programs, the others written by hand.
enum SecretCorpus {
    struct Sample: Sendable {
        let kind: String
        let text: String
        let secrets: [String]
    }

    /// The samples of `secrets.jsonl`.
    static func samples() throws -> [Sample] {
        try lines("secrets").map { line in
            Sample(
                kind: line["kind"]?.stringValue ?? "",
                text: line["text"]?.stringValue ?? "",
                secrets: line["secrets"]?.arrayValue?.compactMap(\.stringValue) ?? []
            )
        }
    }

    /// Texts without secrets.
    static func plainTexts() throws -> [String] { try lines("plain").compactMap { $0["text"]?.stringValue } }

    /// The attributes of a file, each with the part of its value that must not be kept.
    static func attributes(_ file: String) throws -> [(attribute: EventAttribute, secret: String?)] {
        try lines(file).compactMap { line in
            guard let name = line["name"]?.stringValue, let value = line["value"].flatMap(value) else { return nil }
            return (EventAttribute(name, value), line["secret"]?.stringValue)
        }
    }

    private static func value(_ value: JSONValue) -> EventAttribute.Value? {
        switch value {
        case .string(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .bool(let bool): .bool(bool)
        default: nil
        }
    }

    private static func lines(_ name: String) throws -> [JSONValue] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        let bytes = try Data(contentsOf: folder.appending(path: "\(name).jsonl"))
        return try bytes.split(separator: 0x0A).map { try JSONValue(parsing: $0) }
    }
}

extension EventContent {
    /// All texts of an event that clients write.
    var clientTexts: [String] {
        let errors = error.map {
            [$0.domain, $0.code, $0.message ?? ""] + $0.chain.flatMap { [$0.domain, $0.code, $0.message ?? ""] }
        }
        let values = attributes.flatMap { attribute in
            if case .text(let text) = attribute.value {
                [attribute.name, text]
            } else {
                [attribute.name, "\(attribute.value)"]
            }
        }
        return (errors ?? []) + values + EventDimension.texts.compactMap { texts[$0] }
    }
}

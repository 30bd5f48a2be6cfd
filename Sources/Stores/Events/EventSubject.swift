import Domain
import Foundation

/// The user, session or installation that an event names, in few bytes: the 16 of a UUID, or a zero and the client's own
/// text. A UUID that begins with a zero is a text.
enum EventSubject {
    static func bytes(_ text: String) -> Data {
        guard let id = UUID(hyphenated: text) else { return Data([0]) + Data(text.utf8) }
        return id.bytes.first == 0 ? Data([0]) + Data(id.hyphenated.utf8) : Data(id.bytes)
    }

    static func text(_ bytes: Data) -> String? {
        if bytes.first == 0, let text = String(validating: bytes.dropFirst(), as: UTF8.self) { return text }
        // Earlier versions stored every UUID as 16 bytes.
        return bytes.count == 16 ? UUID(bytes: bytes).hyphenated : nil
    }
}

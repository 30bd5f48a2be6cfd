import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// The user, session or attempt that an event names, in few bytes: the 16 of an id, or a zero and the client's own
/// text.
enum EventSubject {
    static func bytes(_ text: String) -> Data {
        if let id = UUID(hyphenated: text) { return Data(id.bytes) }
        return Data([0]) + Data(text.utf8)
    }

    static func text(_ bytes: Data) -> String? {
        if bytes.count == 16, bytes.first != 0 { return UUID(bytes: bytes).hyphenated }
        guard bytes.first == 0 else { return nil }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
}

import Foundation

extension EventDimension {
    /// Those whose values are ids that clients choose.
    public static let identifiers: [EventDimension] = [.user, .session, .installation]

    /// The form in which a value is stored and compared: a UUID has small letters, in whichever case a client writes it.
    public func storedText(_ text: String) -> String {
        guard Self.identifiers.contains(self) else { return text }
        return UUID(hyphenated: text)?.hyphenated ?? text
    }
}

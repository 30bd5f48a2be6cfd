import Domain
import WebCore

/// A time in a URL or a form field: `2026-11-21T13:40Z` is absolute, `2026-11-21T14:40` is in the time zone of the
/// viewer.
package enum LocalTime {
    package static let sentence = LocalizableText.localizable(
        "time.malformed",
        "Enter a date and time, like 2026-11-21T14:40."
    )
    package static let maximumLength = 40

    package static func time(_ text: String, zone: ViewerZone) -> Timestamp? {
        guard isAbsolute(text) else { return zone.time(ofLocal: text) }
        let seconds = text.count == 17 ? text.dropLast() + ":00Z" : Substring(text)
        return Timestamp(rfc3339: seconds)
    }

    package static func isAbsolute(_ text: String) -> Bool {
        text.hasSuffix("Z") || text.dropFirst(16).contains { $0 == "+" || $0 == "-" }
    }

    /// Formats a time in whole minutes of UTC: `2026-11-21T13:40Z`.
    package static func absolute(_ time: Timestamp) -> String { time.rfc3339.prefix(16) + "Z" }
}

extension Fields {
    /// Reads a time; nil when it is absent, empty or malformed.
    package mutating func optionalDateTime(_ name: String, zone: ViewerZone) -> Timestamp? {
        guard let text = optionalText(name, maximum: LocalTime.maximumLength) else { return nil }
        guard let time = LocalTime.time(text, zone: zone) else {
            record(name, .malformed(LocalTime.sentence))
            return nil
        }
        return time
    }
}

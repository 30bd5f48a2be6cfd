import Domain
import Foundation

/// The time zone of one viewer's pages.
package struct ViewerZone: Sendable, Hashable {
    static let utc = ViewerZone(zone: .gmt, name: "UTC")

    private let zone: TimeZone
    /// The displayed name: `UTC`, `Europe/Berlin`.
    package let name: String

    private init(zone: TimeZone, name: String) {
        self.zone = zone
        self.name = name
    }

    /// - Parameter identifier: a name of the tz database. Anything else is nil, as is a name that could be a path.
    package init?(identifier: String) {
        guard identifier.utf8.count <= 64,
            identifier.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
                    || [0x2F, 0x5F, 0x2B, 0x2D].contains($0)
            }),
            identifier.utf8.first != 0x2F, !identifier.contains("//"), let zone = TimeZone(identifier: identifier)
        else { return nil }
        self.init(zone: zone, name: zone.secondsFromGMT() == 0 && identifier == "UTC" ? "UTC" : identifier)
    }

    /// The offset from UTC in minutes at a given time.
    package func offset(at time: Timestamp) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)) / 60)
    }

    package func clock(at time: Timestamp) -> WallClock {
        WallClock(time, minutesEast: offset(at: time))
    }

    /// Converts the local time of a form field, such as `2026-11-21T09:05`.
    package func time(ofLocal local: String) -> Timestamp? {
        let seconds = local.count == 16 ? "\(local):00" : local
        guard let asUTC = Timestamp(rfc3339: "\(seconds)Z") else { return nil }
        let guess = asUTC - .minutes(offset(at: asUTC))
        return asUTC - .minutes(offset(at: guess))
    }
}

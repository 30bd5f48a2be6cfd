import Domain
import StrictJSON

/// The limits of items. An item beyond its limit is rejected alone.
enum SentryLimits {
    /// The payload of an event, of which most is left out: stack traces, modules, all but the newest breadcrumbs.
    static let eventBytes = 1024 * 1024
    static let event = JSONLimits(
        maximumDepth: 64,
        maximumMembers: 4096,
        maximumElements: 50_000,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )
    /// The records that a `log` container can claim to have; SDKs send up to 100.
    static let records = 10_000
    /// The bytes of the smallest record, with its comma.
    static let smallestRecord = 3
    static let log = JSONLimits(
        maximumDepth: EventLimits.depth,
        maximumElements: 4096,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )
    /// The updates of runs of one envelope.
    static let runs = 1000
    /// The runs that the sums of one envelope claim together: those of a busy server in a minute.
    static let claimedRuns = 100_000
    static let runBytes = 256 * 1024
    static let run = JSONLimits(
        maximumDepth: 8,
        maximumElements: 20_000,
        maximumStringBytes: 8 * 1024,
        replacesLoneSurrogates: true
    )
    static let reportBytes = 100 * 1024
    static let report = JSONLimits(
        maximumDepth: 8,
        maximumElements: 4096,
        maximumStringBytes: 8 * 1024,
        replacesLoneSurrogates: true
    )

    static func check(_ payload: ArraySlice<UInt8>, _ maximumBytes: Int, _ path: String) throws(ItemError) {
        guard payload.count <= maximumBytes else {
            throw ItemError(code: "too_large", message: "\(path) is larger than \(maximumBytes) bytes.")
        }
    }
}

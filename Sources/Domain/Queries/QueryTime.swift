import StrictJSON

/// A time in a query: a date or time, which covers a span as long as its last written part, or a time before now.
public enum QueryTime: Sendable, Hashable, CustomStringConvertible {
    /// The span that a time covers, in milliseconds.
    public enum Precision: Int64, Sendable {
        case millisecond = 1
        case second = 1000
        case minute = 60_000
        case day = 86_400_000
    }

    case absolute(Timestamp, Precision)
    case beforeNow(milliseconds: Int64)

    /// Parses `2026-11-22`, `2026-11-22T10:00`, RFC 3339, `-6h` or `now`; dates and times without an offset are UTC.
    public init?(_ text: String) {
        if text.hasSameBytes(as: "now") {
            self = .beforeNow(milliseconds: 0)
        } else if text.utf8.first == UInt8(ascii: "-") {
            guard let span = QuerySpan.milliseconds(String(decoding: text.utf8.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            self = .beforeNow(milliseconds: span)
        } else {
            self.init(absolute: Array(text.utf8))
        }
    }

    private init?(absolute bytes: [UInt8]) {
        let isZone: (UInt8) -> Bool = { $0 | 0x20 == UInt8(ascii: "z") || $0 == 0x2B || $0 == 0x2D }
        let zone = bytes.indices.first { $0 >= 10 && isZone(bytes[$0]) } ?? bytes.endIndex
        let offset = zone == bytes.endIndex ? Array("Z".utf8) : Array(bytes[zone...])
        let head = Array(bytes[..<zone])
        let (missing, precision): (String, Precision)
        switch head.count {
        case 10: (missing, precision) = ("T00:00:00", .day)
        case 16: (missing, precision) = (":00", .minute)
        case 19: (missing, precision) = ("", .second)
        default: (missing, precision) = ("", .millisecond)
        }
        guard precision != .day || zone == bytes.endIndex else { return nil }
        let full = String(decoding: head + Array(missing.utf8) + offset, as: UTF8.self)
        guard let time = Timestamp(rfc3339: full), Timestamp.writable.contains(time) else { return nil }
        self = .absolute(time, precision)
    }

    /// The start of the span, inclusive.
    public func start(now: Timestamp) -> Timestamp {
        switch self {
        case .absolute(let time, _): time
        case .beforeNow(let milliseconds): now - .milliseconds(milliseconds)
        }
    }

    /// The end of the span, exclusive.
    public func end(now: Timestamp) -> Timestamp {
        switch self {
        case .absolute(let time, let precision): time + .milliseconds(precision.rawValue)
        case .beforeNow: start(now: now) + .milliseconds(1)
        }
    }

    /// Whether it is known to be later than another one; times before now compare only with each other.
    func isAfter(_ other: QueryTime) -> Bool {
        switch (self, other) {
        case (.absolute(let left, _), .absolute(let right, _)): left > right
        case (.beforeNow(let left), .beforeNow(let right)): left < right
        case (.absolute, .beforeNow), (.beforeNow, .absolute): false
        }
    }

    /// In the notation of queries.
    public var description: String {
        switch self {
        case .beforeNow(0): "now"
        case .beforeNow(let milliseconds): "-\(QuerySpan.text(milliseconds))"
        case .absolute(let time, .millisecond): time.rfc3339
        case .absolute(let time, .second): "\(time.rfc3339.prefix(19))Z"
        case .absolute(let time, .minute): "\(time.rfc3339.prefix(16))Z"
        case .absolute(let time, .day): String(time.rfc3339.prefix(10))
        }
    }
}

extension QueryBounds<QueryTime> {
    /// In the notation of queries, where a single time before now means the span since then.
    var notation: String {
        guard case .within(let first, let last) = self, first == last, case .beforeNow = first else {
            return text(\.description)
        }
        return "\(first)..\(last)"
    }

    /// The start, inclusive, and the end, exclusive.
    public func limits(now: Timestamp) -> (from: Timestamp?, to: Timestamp?) {
        switch self {
        case .below(let time): (nil, time.start(now: now))
        case .atMost(let time): (nil, time.end(now: now))
        case .above(let time): (time.end(now: now), nil)
        case .atLeast(let time): (time.start(now: now), nil)
        case .within(let first, let last): (first.start(now: now), last.end(now: now))
        }
    }

    public func contains(_ time: Timestamp, now: Timestamp) -> Bool {
        let (from, to) = limits(now: now)
        return time >= from ?? time && to.map { time < $0 } ?? true
    }
}

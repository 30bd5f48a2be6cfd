import Domain
import StrictJSON

/// Reads what changed in a tenant and around it, latest first.
public struct ChangeReading: Sendable {
    /// The codes of events that say that Apple did not respond, or not usefully. Those of the server count: anyone with an
    /// ingest key can report an outage.
    public static let appleCodes = ["apple.server.unavailable", "apple.jwks.unavailable"]
    /// How far back Apple's outages are known: as long as events are counted by hour.
    public static let outageMemory = Duration.days(90)

    /// The changes that a chart shows.
    static let marks = 50

    let audit: any AuditStore
    let releases: any ReleaseStore
    let now: @Sendable () -> Timestamp

    /// Returns a page of what the caller may see. It can be read forwards only.
    /// - Parameter access: the caller's permissions in the tenant of the grant.
    public func page(
        _ request: PageRequest,
        of query: ChangeQuery = ChangeQuery(),
        access: Access,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<NotableChange> {
        let kinds = ChangeKind.visible(to: access).intersection(query.kinds)
        let place = try request.cursor.map(Self.place)
        let start = Place.start(query.to, place)
        let limit = request.limit + 1
        var found: [NotableChange] = []
        let actions = ChangeKind.allCases.filter(kinds.contains).flatMap(\.actions)
        if !actions.isEmpty {
            found += try await audit.latest(
                of: actions,
                until: start.at,
                before: start.sequence,
                limit: limit,
                in: grant.tenant
            ).compactMap { NotableChange($0) }
        }
        if kinds.contains(.release) {
            found += try await releases.releases(before: start.release, limit: limit, in: grant.tenant).map {
                NotableChange(.release, at: $0.firstSeenAt, subject: $0.version, key: "r\($0.version)")
            }
        }
        if kinds.contains(.appleOutage) { found += try await outages(query, in: grant.tenant) }
        let rest = found.filter { Self.isAfter($0, start) && $0.isSince(query.from) }
            .sorted(by: NotableChange.isLater)
        let shown = Array(rest.prefix(request.limit))
        return Page(items: shown, next: rest.count > request.limit ? shown.last.map(Self.cursor) : nil)
    }

    /// Returns the changes in the time of a chart: the latest outages, and of the others the latest. An outage explains
    /// more than any other change, and later ones do not take its place.
    /// - Returns: nil when they cannot be read, for the chart is needed more.
    public func within(_ time: Range<Timestamp>, access: Access, grant: Grant<ReadEvents>) async -> Page<NotableChange>?
    {
        func latest(_ kinds: Set<ChangeKind>) async throws -> Page<NotableChange> {
            let query = ChangeQuery(from: time.lowerBound, to: time.upperBound, kinds: kinds)
            return try await page(PageRequest(limit: Self.marks), of: query, access: access, grant: grant)
        }
        guard let outages = try? await latest([.appleOutage]),
            let others = try? await latest(Set(ChangeKind.allCases).subtracting([.appleOutage]))
        else { return nil }
        return Page(
            items: (outages.items + others.items).sorted(by: NotableChange.isLater),
            next: others.next ?? outages.next
        )
    }

    /// Reads more than is asked for, until no outage can be longer than what is read of it: an outage has the same times
    /// whatever part of it is asked for.
    private func outages(_ query: ChangeQuery, in tenant: Tenant.ID) async throws(DomainError) -> [NotableChange] {
        let now = now()
        let end = now + .minutes(1)
        let oldest = (now - Self.outageMemory).startOfDay
        let (first, last) = (max(query.from ?? oldest, oldest), min(query.to ?? end, end))
        guard first < last else { return [] }
        var margin = Duration.days(1)
        while true {
            let range = max(first - margin, oldest)..<min(last + margin, end)
            let hours = try await releases.hours(of: Self.appleCodes, within: range, in: tenant)
            let outages = OutageHours.joined(hours)
            let startsEarlier = outages.last.map { $0.lowerBound < range.lowerBound + .hours(1) } ?? false
            let endsLater = outages.first.map { $0.upperBound >= range.upperBound } ?? false
            if startsEarlier && range.lowerBound > oldest || endsLater && range.upperBound < end {
                margin = margin * 4
                continue
            }
            return outages.map {
                let until = min($0.upperBound, max($0.lowerBound, now))
                return NotableChange(.appleOutage, at: $0.lowerBound, until: until, key: "o")
            }
        }
    }

    private struct Place {
        let at: Timestamp
        /// Empty before every change of the time.
        let key: ByteText

        /// Where the reading begins: at a cursor, but no later than what is asked for.
        static func start(_ end: Timestamp?, _ cursor: Place?) -> Place {
            let end = end ?? .distantFuture
            guard let cursor, cursor.at < end else { return Place(at: end, key: ByteText("")) }
            return cursor
        }

        /// The audit entry of the place. Audit entries come after other changes of their time.
        var sequence: Int64 {
            guard let first = key.text.utf8.first else { return 0 }
            guard first == UInt8(ascii: "a") else { return .max }
            return Int64(String(decoding: key.text.utf8.dropFirst(), as: UTF8.self)) ?? .max
        }

        /// The release of the place. Releases come before other changes of their time, so after another one there is none
        /// of its time: no version is before the empty text.
        var release: ReleaseRecord {
            let version =
                key.text.utf8.first == UInt8(ascii: "r")
                ? String(decoding: key.text.utf8.dropFirst(), as: UTF8.self) : ""
            return ReleaseRecord(version: version, firstSeenAt: at)
        }
    }

    private static func isAfter(_ change: NotableChange, _ place: Place) -> Bool {
        change.at == place.at ? ByteText(change.key) < place.key : change.at < place.at
    }

    private static func cursor(_ change: NotableChange) -> Cursor {
        Cursor(key: String(change.at.milliseconds), id: Array(change.key.utf8))
    }

    private static func place(_ cursor: Cursor) throws(DomainError) -> Place {
        guard cursor.direction == .forward, let at = Int64(cursor.key),
            let key = String(validating: cursor.id, as: UTF8.self), !cursor.id.contains(0)
        else {
            throw .invalid(
                "cursor",
                .malformed(.localizable("forms.cursor", "Take the cursor from the page before, unchanged."))
            )
        }
        return Place(at: Timestamp(milliseconds: at), key: ByteText(key))
    }
}

/// Which changes are sought.
public struct ChangeQuery: Sendable, Hashable {
    /// Changes at this time or later, and outages that lasted longer.
    public var from: Timestamp?
    /// Changes before this time.
    public var to: Timestamp?
    public var kinds: Set<ChangeKind>

    /// - Parameter kinds: every kind without them.
    public init(from: Timestamp? = nil, to: Timestamp? = nil, kinds: Set<ChangeKind> = Set(ChangeKind.allCases)) {
        self.from = from
        self.to = to
        self.kinds = kinds
    }
}

extension NotableChange {
    fileprivate func isSince(_ time: Timestamp?) -> Bool {
        guard let time else { return true }
        return until.map { $0 > time } ?? false || at >= time
    }
}

extension Timestamp {
    /// Later than every change.
    fileprivate static let distantFuture = Timestamp(milliseconds: 253_402_300_799_999)

    /// In UTC.
    fileprivate var startOfDay: Timestamp {
        let day: Int64 = 86_400_000
        return Timestamp(milliseconds: milliseconds - (milliseconds % day + day) % day)
    }
}

import Domain
import StrictJSON

/// Reads what changed in a tenant and around it, latest first.
public struct ChangeReading: Sendable {
    /// The codes of events that say that Apple did not respond, or not usefully. Those of the server count: anyone with an
    /// ingest key can report an outage.
    public static let appleCodes = ["apple.server.unavailable", "apple.jwks.unavailable"]
    /// How far back Apple's outages are listed.
    public static let outageMemory = Duration.days(30)

    let audit: any AuditStore
    let releases: any ReleaseStore
    let now: @Sendable () -> Timestamp

    /// Returns a page of what the caller may see. It can be read forwards only.
    /// - Parameter access: the caller's permissions in the tenant of the grant.
    public func page(
        _ request: PageRequest,
        access: Access,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<NotableChange> {
        let kinds = ChangeKind.visible(to: access)
        let place = try request.cursor.map(Self.place)
        let last = place?.at ?? .distantFuture
        let limit = request.limit + 1
        var found: [NotableChange] = []
        let actions = ChangeKind.allCases.filter(kinds.contains).flatMap(\.actions)
        if !actions.isEmpty {
            found += try await audit.latest(
                of: actions,
                until: last,
                before: place?.sequence ?? .max,
                limit: limit,
                in: grant.tenant
            ).compactMap { NotableChange($0) }
        }
        if kinds.contains(.release) {
            found += try await releases.releases(before: place?.release, limit: limit, in: grant.tenant).map {
                NotableChange(.release, at: $0.firstSeenAt, subject: $0.version, key: "r\($0.version)")
            }
        }
        if kinds.contains(.appleOutage) { found += try await outages(in: grant.tenant) }
        let rest = found.filter { change in place.map { Self.isAfter(change, $0) } ?? true }
            .sorted(by: NotableChange.isLater)
        let shown = Array(rest.prefix(request.limit))
        return Page(items: shown, next: rest.count > request.limit ? shown.last.map(Self.cursor) : nil)
    }

    private func outages(in tenant: Tenant.ID) async throws(DomainError) -> [NotableChange] {
        let now = now()
        let hours = try await releases.hours(
            of: Self.appleCodes,
            within: now - Self.outageMemory..<now + .minutes(1),
            in: tenant
        )
        return OutageHours.joined(hours).map {
            NotableChange(.appleOutage, at: $0.lowerBound, until: $0.upperBound, key: "o")
        }
    }

    private struct Place {
        let at: Timestamp
        let key: ByteText

        /// The audit entry of the place. Audit entries come after other changes of their time.
        var sequence: Int64 {
            key.text.utf8.first == UInt8(ascii: "a")
                ? Int64(String(decoding: key.text.utf8.dropFirst(), as: UTF8.self)) ?? .max : .max
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

extension Timestamp {
    /// Later than every change.
    fileprivate static let distantFuture = Timestamp(milliseconds: 253_402_300_799_999)
}

import Domain

/// The tenant's events as one tail reads them. Its place is free when nothing holds it.
final class TailSource: Sendable {
    let tails: EventTails
    let tenant: Tenant.ID
    /// The position in the feed at which the tail began.
    let start: Int
    private let place: StreamPlaces.Place

    init(_ tails: EventTails, _ tenant: Tenant.ID, _ place: StreamPlaces.Place) {
        self.tails = tails
        self.tenant = tenant
        self.place = place
        start = tails.feed.open(tenant)
    }

    deinit { tails.feed.close(tenant) }
}

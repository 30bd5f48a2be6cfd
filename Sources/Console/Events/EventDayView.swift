/// The events of one day, in the zone of the page.
struct EventDayView: Sendable {
    /// `Today`, `Sat 21 Nov`
    let name: String
    let rows: [EventRowView]
}

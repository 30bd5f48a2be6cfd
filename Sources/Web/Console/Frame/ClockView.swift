/// The time and the zone in which the page is written.
struct ClockView: Sendable {
    let time: TimeView
    let zone: String
}

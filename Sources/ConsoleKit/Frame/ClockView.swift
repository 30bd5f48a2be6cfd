/// The time and the zone in which the page is written.
package struct ClockView: Sendable {
    let time: TimeView
    let zone: String
}

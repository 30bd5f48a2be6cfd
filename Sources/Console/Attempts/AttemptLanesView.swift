/// The lanes of an attempt, drawn for wide and for narrow places, with what is to be known of them.
struct AttemptLanesView: Sendable {
    let wide: LaneChartView
    let narrow: LaneChartView
    /// Says that not all steps are drawn.
    let drawnNote: String?
    /// Says how many steps do not have the id of the attempt, and how sure it is that they belong to it.
    let joinNote: String?
}

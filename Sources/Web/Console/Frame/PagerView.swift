/// Where a list goes on, and what of it is shown.
struct PagerView: Sendable {
    let summary: String
    let newer: String?
    let older: String?
    /// There is more than what is shown.
    let hasPages: Bool

    init(summary: String, newer: String?, older: String?) {
        self.summary = summary
        self.newer = newer
        self.older = older
        hasPages = newer != nil || older != nil
    }
}

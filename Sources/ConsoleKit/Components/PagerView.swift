/// The link to the next page of a list, and the range that is shown.
package struct PagerView: Sendable {
    package let summary: String
    package let newer: String?
    package let older: String?
    /// There is more than what is shown.
    let hasPages: Bool

    package init(summary: String, newer: String?, older: String?) {
        self.summary = summary
        self.newer = newer
        self.older = older
        hasPages = newer != nil || older != nil
    }
}

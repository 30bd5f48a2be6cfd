/// What an empty page teaches: what will be here, and what makes it so.
struct EmptyView: Sendable {
    let title: String
    let text: String
    /// One command to copy.
    let command: String?
    let link: LinkView?

    /// Under a question that could not be understood, where “nothing matches” would say too much.
    static let notLookedFor = EmptyView("No search was run", "Correct the marked filters and search again.")

    init(_ title: String, _ text: String, command: String? = nil, link: LinkView? = nil) {
        self.title = title
        self.text = text
        self.command = command
        self.link = link
    }
}

/// What one template shows: one `let` per tag, every text ready for display, every condition a ready boolean.
package protocol ConsoleView: Sendable {
    /// The name of the file in `templates/`, without its ending.
    static var template: String { get }
}

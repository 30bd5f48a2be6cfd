/// Leads the browser to another page instead: thrown where a request is admitted, because no handler runs then.
package struct Redirection: Error, Sendable, Hashable {
    /// A path of this site.
    package let path: String

    package init(to path: String) { self.path = path }
}

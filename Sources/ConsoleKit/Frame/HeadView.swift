/// What a browser needs before it shows anything.
package struct HeadView: Sendable {
    /// What the tab says, without the name of the program.
    package let title: String
    /// `light`, `dark`, or `auto` to follow the system.
    package let theme: String
    let stylesheet: String
    let script: String
    /// The seconds after which the browser loads the page again; nil for nearly all pages.
    var refresh: String?
}

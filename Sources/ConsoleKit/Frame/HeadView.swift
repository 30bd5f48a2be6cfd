/// The values of the `<head>` of a page.
package struct HeadView: Sendable {
    /// The title of the browser's tab, without the name of the product.
    package let title: String
    /// `light`, `dark`, or `auto` to follow the system.
    package let theme: String
    let stylesheet: String
    let script: String
    /// The seconds after which the browser reloads the page; nil for most pages.
    var refresh: String?
}

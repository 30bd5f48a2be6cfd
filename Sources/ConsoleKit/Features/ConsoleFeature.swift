/// The part of the console that one feature contributes: its page templates and its entries in the navigation.
package struct ConsoleFeature: Sendable {
    package let views: [any ConsoleView.Type]
    package let navigation: [NavigationEntry]

    package init(views: [any ConsoleView.Type], navigation: [NavigationEntry] = []) {
        self.views = views
        self.navigation = navigation
    }
}

extension ConsoleFeature {
    /// The pages of the console itself: errors, confirmations and one-time links.
    package static let shell = ConsoleFeature(
        views: [OneTimeLinkView.self, ErrorView.self, InnerErrorView.self, ConfirmationView.self]
    )
}

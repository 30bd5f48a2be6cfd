extension ConsoleFeature {
    /// The pages of the console itself: errors, confirmations and one-time links.
    package static let shell = ConsoleFeature(
        views: [OneTimeLinkView.self, ErrorView.self, InnerErrorView.self, ConfirmationView.self]
    )
}

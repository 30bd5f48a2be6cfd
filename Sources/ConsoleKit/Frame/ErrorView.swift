/// An error page without navigation, for users without a session and after internal errors.
struct ErrorView: ConsoleView {
    static let template = "error"

    let head: HeadView
    let status: String
    let title: String
    package let text: String
    let requestID: String
    let links: [LinkView]
}

/// An error page for a signed-in user, with the navigation and the button to sign out.
struct InnerErrorView: FramedView {
    static let template = "error-inside"

    var frame: FrameView
    let status: String
    let title: String
    package let text: String
    let requestID: String
    let links: [LinkView]
}

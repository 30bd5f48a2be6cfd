/// The same for someone who is signed in: with the ways on, and the way out.
struct InnerErrorView: ConsoleView {
    static let template = "error-inside"

    let frame: FrameView
    let status: String
    let title: String
    package let text: String
    let requestID: String
    let links: [LinkView]
}

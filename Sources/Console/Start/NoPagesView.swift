import ConsoleKit
import WebCore

/// For a user whose role can enter the console and open none of its pages.
struct NoPagesView: ConsoleView {
    static let template = "no-pages"

    let frame: FrameView
    let role: String
    let signOut: FormView
}

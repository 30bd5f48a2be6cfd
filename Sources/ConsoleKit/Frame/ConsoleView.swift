/// What one template shows: one property per tag, every text ready for display, every condition a ready boolean.
package protocol ConsoleView: Sendable {
    /// The name of the file in `templates/`, without its ending.
    static var template: String { get }
    /// Returns the view with the tenants that the user can switch to; itself for a view without the frame.
    func with(_ switcher: TenantSwitcherView?) -> Self
}

extension ConsoleView {
    package func with(_: TenantSwitcherView?) -> Self { self }
}

/// What a page inside the frame of the console shows.
package protocol FramedView: ConsoleView {
    var frame: FrameView { get set }
}

extension FramedView {
    package func with(_ switcher: TenantSwitcherView?) -> Self {
        var view = self
        view.frame.switcher = switcher
        return view
    }
}

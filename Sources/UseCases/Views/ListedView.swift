import Domain

/// A saved view as one principal sees it.
public struct ListedView: Sendable, Hashable {
    public let view: SavedView
    public let isOwn: Bool
    /// Whether the principal may change and delete it.
    public let canChange: Bool

    public init(_ view: SavedView, for principal: Principal) {
        self.view = view
        isOwn = view.owner == principal.kind
        canChange = isOwn || view.isShared && principal.permissions.contains(.manageSettings)
    }
}

/// A permission as a type, so that the compiler checks that a caller holds the right one.
public protocol Permission: Sendable {
    static var name: PermissionName { get }
}

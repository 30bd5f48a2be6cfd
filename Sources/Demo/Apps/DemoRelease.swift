/// A release of a sample app.
public struct DemoRelease: Sendable, Hashable {
    public let version: String
    public let build: String
    /// How long ago it came out, as a part of the history; above 1 it is older than the history.
    public let age: Double

    init(_ version: String, build: String, age: Double) {
        self.version = version
        self.build = build
        self.age = age
    }
}

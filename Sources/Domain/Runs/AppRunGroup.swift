import StrictJSON

/// What runs of an app are counted by. The texts are compared by bytes.
public struct AppRunGroup: Sendable, Hashable {
    public let version: String
    public let build: String?
    public let package: String?
    public let environment: String?

    public init(version: String, build: String? = nil, package: String? = nil, environment: String? = nil) {
        self.version = version
        self.build = build
        self.package = package
        self.environment = environment
    }

    /// What counts runs of too many releases.
    public static let other = AppRunGroup(version: "other")

    /// In the order of the fingerprint.
    public var values: [String?] { [version, build, package, environment] }

    public static func == (left: AppRunGroup, right: AppRunGroup) -> Bool {
        left.values.map { $0.map(ByteText.init(_:)) } == right.values.map { $0.map(ByteText.init(_:)) }
    }

    public func hash(into hasher: inout Hasher) {
        for value in values { hasher.combine(value.map(ByteText.init(_:))) }
    }
}

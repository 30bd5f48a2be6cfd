import Domain

/// One of the sample apps, each of which is a tenant.
public struct DemoApp: Sendable, Hashable {
    /// The wire format of the app's events.
    public enum Format: String, Sendable {
        case native, sentry, otlp
    }

    /// The API by which the app signs in.
    public enum Dialect: Sendable {
        case betterAuth, gotrue
    }

    public let slug: String
    public let name: String
    public let clientID: String
    /// Its part of all users and sessions.
    public let share: Double
    public let format: Format
    public let dialect: Dialect
    public let hasPasswords: Bool
    /// Stores neither names nor addresses.
    public let isPrivate: Bool
    /// The language of its texts.
    public let language: Language
    public let roles: [(element: Role.Name, weight: Double)]
    /// The oldest first.
    let releases: [DemoRelease]

    public var mailHost: String { "\(slug).example" }

    /// Of everyone who has a password: this is sample data.
    public static let password = "open the gate"
    public static let operatorEmail = "operator@example.com"

    /// The email address and the name of the member with a role.
    public func member(_ role: Role.Name) -> (email: String, name: String) {
        role == .admin ? ("admin@\(mailHost)", "Ada Admin") : ("oncall@\(mailHost)", "Ole On-call")
    }

    /// Distinguishes the random numbers of the apps.
    var number: UInt64 { UInt64(Self.all.firstIndex(of: self) ?? 0) }

    public static func == (left: DemoApp, right: DemoApp) -> Bool { left.slug == right.slug }
    public func hash(into hasher: inout Hasher) { hasher.combine(slug) }
}

extension DemoApp {
    public static let all = [coachMe, infiniteStories, mimiSupply, mySubGuard]

    /// The release of CoachMe that cannot restore sessions, and the one that can again.
    public static let brokenVersion = "2.4.0"
    public static let fixedVersion = "2.4.1"

    public static let coachMe = DemoApp(
        slug: "coachme",
        name: "CoachMe",
        clientID: "com.example.coachme",
        share: 0.4,
        format: .otlp,
        dialect: .gotrue,
        hasPasswords: true,
        isPrivate: false,
        language: .english,
        roles: [(.customer, 1)],
        releases: [
            DemoRelease("2.3.0", build: "398", age: 2.2), DemoRelease("2.3.1", build: "405", age: 0.8),
            DemoRelease(brokenVersion, build: "417", age: 0.4), DemoRelease(fixedVersion, build: "421", age: 0.16),
        ]
    )

    public static let infiniteStories = DemoApp(
        slug: "infinite-stories",
        name: "InfiniteStories",
        clientID: "com.example.infinitestories",
        share: 0.3,
        format: .native,
        dialect: .betterAuth,
        hasPasswords: true,
        isPrivate: false,
        language: .english,
        roles: [(.customer, 1)],
        releases: [
            DemoRelease("3.0.4", build: "88", age: 2.5), DemoRelease("3.1.0", build: "93", age: 0.6),
            DemoRelease("3.1.1", build: "94", age: 0.28), DemoRelease("3.2.0", build: "101", age: 0.06),
        ]
    )

    public static let mimiSupply = DemoApp(
        slug: "mimi-supply",
        name: "MimiSupply",
        clientID: "com.example.mimisupply",
        share: 0.2,
        format: .sentry,
        dialect: .betterAuth,
        hasPasswords: false,
        isPrivate: false,
        language: .english,
        roles: [(.customer, 8), (.driver, 3), (.partner, 2)],
        releases: [
            DemoRelease("5.8.0", build: "580", age: 2), DemoRelease("5.9.0", build: "590", age: 0.7),
            DemoRelease("6.0.0", build: "600", age: 0.25),
        ]
    )

    public static let mySubGuard = DemoApp(
        slug: "mysubguard",
        name: "MySubGuard",
        clientID: "com.example.mysubguard",
        share: 0.1,
        format: .native,
        dialect: .gotrue,
        hasPasswords: false,
        isPrivate: true,
        language: .french,
        roles: [(.customer, 1)],
        releases: [
            DemoRelease("1.4.2", build: "42", age: 3), DemoRelease("1.5.0", build: "50", age: 0.5),
            DemoRelease("1.5.1", build: "51", age: 0.12),
        ]
    )
}

/// A release of a sample app.
struct DemoRelease: Sendable, Hashable {
    let version: String
    let build: String
    /// How long ago it came out, as a part of the history; above 1 it is older than the history.
    let age: Double

    init(_ version: String, build: String, age: Double) {
        self.version = version
        self.build = build
        self.age = age
    }
}

/// A run of an app, from its start to its end or to the background, in the state that one update reports. Other
/// products call it a session; it is no session of a user.
///
/// Each update has the whole state of the run, and the one with the highest `sequence` is current.
public struct AppRun: Sendable, Hashable {
    public typealias ID = Identifier<AppRun>

    public enum Status: String, Sendable, CaseIterable {
        /// The app is running.
        case ok
        case exited, crashed
        /// The system ended the app: it hung, or used too much memory.
        case abnormal
        /// An error that no code handled, but that did not end the app.
        case unhandled
        case errored
        /// A status that this version does not have.
        case other
    }

    public let id: ID
    /// Whether the id is a hash of what the client sent: see `DecodedEvent.hasDerivedID`.
    public let hasDerivedID: Bool
    /// The client's name of the installation, untrusted: it can be an email address. Store a pseudonym of it only.
    public let installation: String?
    public let status: Status
    /// Whether it is the first update of the run.
    public let isInitial: Bool
    public let sequence: Int64
    /// The start of the run, by the client's clock.
    public let startedAt: Timestamp
    /// The time of the update, by the client's clock.
    public let at: Timestamp
    public let duration: Duration?
    public let errors: Int
    public let release: AppRelease
    public let environment: String?

    public init(
        id: ID,
        hasDerivedID: Bool = false,
        installation: String?,
        status: Status,
        isInitial: Bool,
        sequence: Int64,
        startedAt: Timestamp,
        at: Timestamp,
        duration: Duration?,
        errors: Int,
        release: AppRelease,
        environment: String?
    ) {
        self.id = id
        self.hasDerivedID = hasDerivedID
        self.installation = installation
        self.status = status
        self.isInitial = isInitial
        self.sequence = sequence
        self.startedAt = startedAt
        self.at = at
        self.duration = duration
        self.errors = errors
        self.release = release
        self.environment = environment
    }
}

/// What a delivery says of runs of an app.
public enum AppRunUpdate: Sendable, Hashable {
    case run(AppRun)
    case counts(AppRunCounts)
}

/// A release of an app, as the app names it.
public struct AppRelease: Sendable, Hashable {
    /// `2.4.0`; for an app with another scheme its whole name of the release.
    public let version: String
    /// The build of that version: `17`.
    public let build: String?
    /// The app: `com.example.app`.
    public let package: String?

    public init(version: String, build: String? = nil, package: String? = nil) {
        self.version = version
        self.build = build
        self.package = package
    }
}

import Domain

/// What went wrong in the history.
enum DemoIncident: CaseIterable, Sendable {
    /// CoachMe 2.4.0 reads its session from the Keychain while the phone is locked.
    case brokenRelease
    /// Apple's servers did not respond.
    case appleOutage
    /// One version of the system fails to store sessions.
    case keychainBug
    /// InfiniteStories refreshed in a loop.
    case refreshStorm
    /// Apple's sheet opened twice in MySubGuard, and was closed by its users.
    case cancellations
    /// An attacker used a refresh token of a user of CoachMe.
    case stolenRefreshToken
    /// Something new for three hours, which few have met so far.
    case wrongNonce

    /// The apps that it affected.
    var apps: [DemoApp] {
        switch self {
        case .brokenRelease, .stolenRefreshToken: [.coachMe]
        case .appleOutage: DemoApp.all
        case .keychainBug: [.infiniteStories, .mimiSupply]
        case .refreshStorm, .wrongNonce: [.infiniteStories]
        case .cancellations: [.mySubGuard]
        }
    }

    /// When it began: the days ago as a part of the history, and the time of the day in UTC.
    var beginning: (age: Double, hour: Int, minute: Int) {
        switch self {
        case .brokenRelease: (0.4, 9, 0)
        case .appleOutage: (0.2, 9, 40)
        case .keychainBug: (0.5, 17, 0)
        case .refreshStorm: (0.34, 18, 20)
        case .cancellations: (0.1, 16, 0)
        case .stolenRefreshToken: (0.07, 7, 12)
        case .wrongNonce: (0, 0, 0)
        }
    }

    /// How long it lasted; nil for what goes on.
    var length: Duration? {
        switch self {
        case .brokenRelease, .keychainBug, .wrongNonce: nil
        case .appleOutage: .minutes(160)
        case .refreshStorm: .minutes(40)
        case .cancellations: .hours(3)
        case .stolenRefreshToken: .minutes(9)
        }
    }
}

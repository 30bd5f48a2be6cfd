import Domain

/// The time between two checks of a user's refresh token with Apple.
enum AppleCheckInterval {
    /// Apple allows about one check a day.
    private static let shortest = Duration.hours(24)
    /// The range over which checks are spread, so that an evening's sign-ins are not all due the next evening.
    private static let spreadMinutes = 240

    static func interval(for user: User.ID) -> Duration {
        // The last bytes of an id are random.
        let number = user.uuid.bytes.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        return shortest + .minutes(Int64(number % spreadMinutes))
    }
}

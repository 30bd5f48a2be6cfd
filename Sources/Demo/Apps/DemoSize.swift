/// How much sample data there is.
public struct DemoSize: Sendable, Hashable {
    /// The users of all apps together.
    public var users: Int
    public var sessions: Int
    /// The length of the history.
    public var days: Int

    public init(users: Int = 20_000, sessions: Int = 60_000, days: Int = 30) {
        self.users = users
        self.sessions = sessions
        self.days = days
    }

    /// The part of `total` that one app has; the parts of all apps make the total.
    static func part(of total: Int, for app: DemoApp) -> Int {
        let others = DemoApp.all.dropFirst().reduce(0) { $0 + Int(Double(total) * $1.share) }
        return app == DemoApp.all[0] ? total - others : Int(Double(total) * app.share)
    }
}

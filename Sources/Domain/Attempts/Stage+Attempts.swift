extension Stage {
    /// The stages in which the app asks this server, which records each of them.
    static let requests: [Stage] = [.tokenExchange, .refresh]

    /// The stages with which an app begins, before it asks the server.
    public static let beforeRequest: Set<Stage> = [.ui, .appleSheet, .credential, .passwordEntry]

    /// The stages that an app goes through until it has an answer to its request.
    public static let beginnings = beforeRequest.union(requests)

    /// The stages whose success an app can only have when a server answered.
    public static let answered = Set(requests).union([.sessionStore, .apiUse, .profileSync])

    /// The stages in which the app takes up a session that it has.
    static let resumption: Set<Stage> = [.sessionRestore, .refresh]

    /// The stages in which the server records what it does about a request of this stage.
    var counterparts: Set<Stage> {
        switch self {
        case .tokenExchange: [.tokenExchange, .appleVerify]
        case .refresh: [.refresh]
        default: []
        }
    }

    /// Whether an app that reports this stage has the answer to a request of the other one.
    func follows(_ other: Stage) -> Bool {
        switch other {
        case .tokenExchange: [.tokenExchange, .sessionStore, .apiUse, .profileSync].contains(self)
        case .refresh: [.refresh, .sessionStore, .apiUse].contains(self)
        default: false
        }
    }
}

extension Outcome {
    /// Whether it says how a step ended.
    public var isResult: Bool { self != .info && self != .skipped }

    /// Whether the step did not do what it was for.
    public var isBroken: Bool {
        switch self {
        case .rejected, .failed, .degraded, .inconsistent: true
        case .success, .cancelled, .skipped, .info: false
        }
    }
}

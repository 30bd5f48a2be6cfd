extension Stage {
    /// The stages whose success shows that someone is signed in.
    private static let signedIn: Set<Stage> = [
        .tokenExchange, .sessionStore, .sessionRestore, .refresh, .apiUse, .profileSync, .accountChange,
    ]

    /// The stages whose success shows that someone got past a failure at this stage.
    public var recoveries: [Stage] { Stage.allCases.filter { $0 == self || Self.signedIn.contains($0) } }
}

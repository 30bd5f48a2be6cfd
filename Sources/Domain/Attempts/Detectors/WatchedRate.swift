/// What opens no failure by itself, and does so by its rate.
public enum WatchedRate: String, Sendable, CaseIterable {
    case cancellation = "cancellation_rate"
    case wrongPassword = "wrong_password_rate"

    /// The canonical code of a rise, which the catalogue of causes explains.
    public var code: String { CauseCatalogue.contradictionPrefix + rawValue }
}

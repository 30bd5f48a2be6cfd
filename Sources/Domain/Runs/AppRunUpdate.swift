/// What a delivery says of runs of an app.
public enum AppRunUpdate: Sendable, Hashable {
    case run(AppRun)
    case counts(AppRunCounts)
}

import ConsoleKit

extension ConsoleFeature {
    /// Every feature, in the order of the navigation.
    package static let all: [ConsoleFeature] = [
        .signIn,
        .secondFactor,
        .start,
        .find,
        .tenants,
        .overview,
        .events,
        .views,
        .failures,
        .attempts,
        .releases,
        .codes,
        .users,
        .sessions,
        .members,
        .roles,
        .audit,
        .keys,
        .settings,
        .help,
    ]
}

import ConsoleKit

extension ConsoleFeature {
    /// The frame of every page, and every feature in the order of the navigation.
    package static let all: [ConsoleFeature] = [
        .shell,
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

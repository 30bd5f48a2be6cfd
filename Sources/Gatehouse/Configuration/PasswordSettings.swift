import UseCases

/// How new passwords are hashed.
struct PasswordSettings: Sendable {
    let cost: PasswordHash.Cost

    private static let lowestSafe = 15

    init(_ reader: inout SettingsReader) {
        let logN = reader.integer(.passwordCost, in: 10...18, default: PasswordHash.Cost.standard.logN)
        cost = PasswordHash.Cost(logN: logN)
        if logN < Self.lowestSafe {
            reader.warn(
                """
                \(Setting.passwordCost.title) is \(logN): passwords hashed now are quick to guess from a stolen database. This is for \
                tests; leave it at \(PasswordHash.Cost.standard.logN) for real people.
                """)
        }
    }
}

import UseCases

/// The cost of password hashes, and whether the console requires a second factor.
struct PasswordSettings: Sendable {
    let cost: PasswordHash.Cost
    let secondFactor: SecondFactorPolicy

    private static let lowestSafe = 15

    init(_ reader: inout SettingsReader) {
        let logN = reader.integer(.passwordCost, in: 10...18, default: PasswordHash.Cost.standard.logN)
        cost = PasswordHash.Cost(logN: logN)
        secondFactor = reader.choice(.consoleSecondFactor, default: .required)
        if secondFactor == .optional {
            reader.warn(
                "\(Setting.consoleSecondFactor.title) is optional: a stolen password opens the console. This is for trials; leave it at required for real people."
            )
        }
        if logN < Self.lowestSafe {
            reader.warn(
                """
                \(Setting.passwordCost.title) is \(logN): passwords hashed now are quick to guess from a stolen database. This is for \
                tests; leave it at \(PasswordHash.Cost.standard.logN) for real people.
                """
            )
        }
    }
}

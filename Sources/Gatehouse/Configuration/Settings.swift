import AppleID
import Configuration
import Domain
import Foundation
import UseCases

/// All settings, read and validated once at start.
struct Settings: Sendable {
    let server: ServerSettings
    let storage: StorageSettings
    let passwords: PasswordSettings
    let mail: MailSettings
    let operations: OperationsSettings
    let apple: AppleEndpoint
    /// Full sentences for the operator.
    let warnings: [String]

    /// Reads flags, then the environment, then the file, then defaults.
    /// - Throws: `.configuration` with every problem at once.
    init(
        flags: [Setting: String?],
        configFile: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CommandFailure) {
        let file = (configFile ?? environment[Setting.fileEnvironmentName]).map(SettingsFile.init(path:)) ?? .none
        let variables = EnvironmentVariablesProvider(
            environmentVariables: environment,
            secretsSpecifier: .specific(Set(Setting.allCases.filter(\.isSecret).map(\.environmentName)))
        )
        let config = ConfigReader(providers: [
            InMemoryProvider(flags: flags), variables.prefixKeys(with: ConfigKey(["gatehouse"])), file.provider,
        ])
        var reader = SettingsReader(config: config)
        reader.reject(file.problems)
        server = ServerSettings(&reader)
        storage = StorageSettings(&reader)
        passwords = PasswordSettings(&reader)
        mail = MailSettings(&reader)
        operations = OperationsSettings(&reader)
        apple = AppleEndpoint(&reader)
        for name in Self.unknownNames(in: environment) {
            reader.warn("\(name) is no setting of Gatehouse; is it misspelt?")
        }
        warnings = reader.warnings
        guard reader.problems.isEmpty else { throw .configuration(reader.problems) }
    }

    private static func unknownNames(in environment: [String: String]) -> [String] {
        let known = Set(Setting.allCases.map(\.environmentName) + [Setting.fileEnvironmentName])
        return environment.keys.filter { $0.hasPrefix("GATEHOUSE_") && !known.contains($0) }.sorted()
    }
}

/// The address of Apple's servers.
struct AppleEndpoint: Sendable {
    /// Scheme and host, without a path.
    let base: String

    init(_ reader: inout SettingsReader) {
        guard let text = reader.text(.appleURL) else {
            base = AppleConnection.standardBase
            return
        }
        guard let url = PublicAddress(text) else {
            reader.reject(.appleURL, "must be http:// or https:// with a host and nothing behind, not “\(text)”")
            base = AppleConnection.standardBase
            return
        }
        base = url.description
        guard base != AppleConnection.standardBase else { return }
        reader.warn(
            """
            Sign in with Apple asks \(base) and NOT Apple: a server there can sign in as any user. That is for tests only; leave \
            \(Setting.appleURL.environmentName) out for people.
            """
        )
    }
}

/// The mail command and the sender of messages. Without both, no mail is sent.
struct MailSettings: Sendable {
    /// The absolute path of the program, and its arguments.
    let command: [String]
    let sender: MailSender?

    init(_ reader: inout SettingsReader) {
        let words = (reader.text(.sendmail) ?? "").split(separator: " ").map(String.init)
        if let program = words.first, !program.hasPrefix("/") || !FileManager.default.isExecutableFile(atPath: program)
        {
            reader.reject(.sendmail, "must be the whole path of a program, and its arguments: /usr/sbin/sendmail -t -i")
        }
        let from = reader.text(.mailFrom)
        sender = from.flatMap { MailSender($0) }
        if from != nil, sender == nil {
            reader.reject(.mailFrom, "must be an address, like Acme <no-reply@acme.example>")
        }
        if words.isEmpty != (from == nil) {
            reader.reject(
                words.isEmpty ? .mailFrom : .sendmail,
                "needs \((words.isEmpty ? Setting.sendmail : .mailFrom).title) too"
            )
        }
        command = words
    }

    /// Nil when no mail is sent.
    var transport: Sendmail? {
        guard let sender, !command.isEmpty else { return nil }
        return Sendmail(command: command, sender: sender)
    }
}

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

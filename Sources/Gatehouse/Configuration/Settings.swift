import Configuration
import Foundation

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
        reader.refuse(file.problems)
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

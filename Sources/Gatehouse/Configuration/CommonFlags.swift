import ArgumentParser
import Configuration

/// The flags that all commands share.
struct CommonFlags: ParsableArguments {
    @Option(help: "A JSON file with settings, like {\"listen\": \"127.0.0.1:8080\"}.")
    var config: String?
    @Option(help: "The folder with the databases and the root key.")
    var data: String?
    @Option(help: "The folder with the events database, best on a volume of its own.")
    var eventsData: String?
    @Option(help: "The folder that holds Public, templates and migrations.")
    var assets: String?
    @Option(name: .customLong("base-url"), help: "The public URL, like https://gatehouse.example.com.")
    var baseURL: String?

    var values: [Setting: String?] { [.data: data, .eventsData: eventsData, .assets: assets, .baseURL: baseURL] }
}

extension InMemoryProvider {
    /// Makes a source of settings from the flags that were given.
    init(flags: [Setting: String?]) {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for case (let setting, let text?) in flags {
            values[AbsoluteConfigKey([setting.rawValue])] = ConfigValue(.string(text), isSecret: setting.isSecret)
        }
        self.init(name: "flags", values: values)
    }
}

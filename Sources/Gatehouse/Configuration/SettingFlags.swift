import ArgumentParser
import Configuration

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

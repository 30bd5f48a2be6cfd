import Configuration

/// Reads settings and collects all errors, so that they are reported together.
struct SettingsReader {
    private let config: ConfigReader
    /// Full sentences that name the setting and how to correct it.
    private(set) var problems: [String] = []
    /// Notes for the operator that do not prevent the start.
    private(set) var warnings: [String] = []

    init(config: ConfigReader) { self.config = config }

    /// Nil when the setting is absent or empty.
    func text(_ setting: Setting) -> String? {
        let text = config.string(forKey: setting.key, isSecret: setting.isSecret)
        return text?.isEmpty == true ? nil : text
    }

    mutating func integer(_ setting: Setting, in range: ClosedRange<Int>, default value: Int) -> Int {
        guard let text = text(setting) else { return value }
        guard let number = Int(text), range.contains(number) else {
            reject(setting, "must be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
            return value
        }
        return number
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ setting: Setting,
        default value: Choice
    ) -> Choice where Choice.RawValue == String {
        guard let text = text(setting) else { return value }
        guard let choice = Choice(rawValue: text) else {
            reject(setting, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", ")), not “\(text)”")
            return value
        }
        return choice
    }

    /// - Parameter sentence: the predicate, without full stop: `must be …`.
    mutating func reject(_ setting: Setting, _ sentence: String) {
        problems.append("\(setting.title) \(sentence).")
    }

    mutating func reject(_ sentences: [String]) { problems += sentences }

    mutating func warn(_ sentence: String) { warnings.append(sentence) }
}

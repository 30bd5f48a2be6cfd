import StrictJSON

/// The output of a command, as JSON and as text.
struct CommandResult: Sendable, Hashable {
    /// One object; its member names are stable across releases.
    let json: JSONObject
    let text: String
    /// False when the command ran and found a problem: the exit code is 1 then.
    let isGood: Bool

    init(_ json: JSONObject, text: String, isGood: Bool = true) {
        self.json = json
        self.text = text
        self.isGood = isGood
    }
}

extension [[String]] {
    /// Lines of columns; each column is as wide as its widest entry.
    var aligned: String {
        let width = map(\.count).max() ?? 0
        let widths = (0..<width).map { column in map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return map { line in
            zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .trimmingEnd
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}

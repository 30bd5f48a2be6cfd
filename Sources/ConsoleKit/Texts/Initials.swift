/// The initials that are shown for a user without a picture.
package enum Initials {
    package static func of(_ name: String?) -> String {
        let words = (name ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        guard let first = words.first?.first else { return "–" }
        guard words.count > 1, let last = words.last?.first else { return String(first).uppercased() }
        return (String(first) + String(last)).uppercased()
    }
}

/// Ids shortened in the middle, so that they still differ at a glance: `0193a5c2…9f3e21`.
package enum ShortID {
    package static func of(_ id: some CustomStringConvertible, head: Int = 8, tail: Int = 6) -> String {
        let text = id.description
        guard text.count > head + tail + 1 else { return text }
        return "\(text.prefix(head))…\(text.suffix(tail))"
    }
}

/// Ids shortened in the middle, so that they still differ at a glance: `0193a5c2…9f3e21`.
package enum ShortID {
    package static func of(_ id: some CustomStringConvertible, head: Int = 8, tail: Int = 6) -> String {
        let text = id.description
        guard text.count > head + tail + 1 else { return text }
        return "\(text.prefix(head))…\(text.suffix(tail))"
    }
}

/// The tags of a template's text, in order: enough of Mustache to check templates against views and each other.
struct TemplateTags: Sendable {
    enum Tag: Sendable, Hashable {
        case variable(String)
        case unescaped(String)
        case section(String)
        case inverted(String)
        case block(String)
        case parent(String)
        case partial(String)
        case end(String)
        case other(String)
    }

    let tags: [Tag]

    init(of text: String) {
        var tags = [Tag]()
        var rest = Substring(text)
        while let start = rest.firstRange(of: "{{") {
            rest = rest[start.upperBound...]
            let ending = rest.first == "{" ? "}}}" : "}}"
            guard let end = rest.firstRange(of: ending) else { break }
            tags.append(Self.tag(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        self.tags = tags
    }

    /// The templates that this one needs.
    var references: [String] {
        tags.compactMap { tag in
            switch tag {
            case .parent(let name), .partial(let name): name
            default: nil
            }
        }
    }

    private static func tag(_ inside: Substring) -> Tag {
        let trimmed = inside.drop(while: \.isWhitespace)
        let name = String(trimmed.dropFirst().filter { !$0.isWhitespace })
        switch trimmed.first {
        case "{", "&": return .unescaped(name)
        case "#": return .section(name)
        case "^": return .inverted(name)
        case "$": return .block(name)
        case "<": return .parent(name)
        case ">": return .partial(name)
        case "/": return .end(name)
        case "!", "=", "%", nil: return .other(name)
        default: return .variable(String(trimmed.filter { !$0.isWhitespace }))
        }
    }
}

/// A text with placeholders: `{name} was disabled.`
struct TextPattern: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case placeholder(String)
    }

    let parts: [Part]

    /// - Returns: nil when a brace has no partner or a placeholder no valid name.
    init?(_ text: String) {
        var parts = [Part]()
        var rest = Substring(text)
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
            let name = rest[rest.index(after: open)..<close]
            guard Self.isName(name) else { return nil }
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.placeholder(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    var placeholders: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .placeholder(let name) = part else { return nil }
                return name
            }
        )
    }

    /// - Parameter value: returns the text of a placeholder.
    func filled(_ value: (String) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let name): text += value(name)
            }
        }
        return text
    }

    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
        return name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
    }
    fileprivate var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

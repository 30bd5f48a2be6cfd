/// Numbers as people read them: `1,024,551`.
package enum CountText {
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return number < 0 ? "−" + grouped : grouped
    }

    /// `1 session`, `3 sessions`, `no sessions`.
    package static func of(_ number: Int, _ one: String, _ many: String) -> String {
        switch number {
        case 0: "no \(many)"
        case 1: "1 \(one)"
        default: "\(grouped(number)) \(many)"
        }
    }

    /// `a`, `a and b`, `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

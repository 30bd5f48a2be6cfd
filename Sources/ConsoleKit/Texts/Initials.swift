/// The initials that are shown for a user without a picture.
package enum Initials {
    package static func of(_ name: String?) -> String {
        let words = (name ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        guard let first = words.first?.first else { return "–" }
        guard words.count > 1, let last = words.last?.first else { return String(first).uppercased() }
        return (String(first) + String(last)).uppercased()
    }
}

import StrictJSON

/// The rules for a new password: long enough, not a common one. No composition rules (NIST SP 800-63B §3.1.1.2).
public enum PasswordRules {
    /// In Unicode scalars (NIST SP 800-63B §3.1.1.2: each code point is one character).
    public static let lengths = 8...256

    /// - Throws: `.tooShort`, `.tooLong` or `.commonPassword`.
    public static func check(_ password: String, about words: [String] = []) throws(FieldProblem.Rule) {
        guard password.hasScalars(atMost: lengths.upperBound) else { throw .tooLong(maximum: lengths.upperBound) }
        guard password.unicodeScalars.count >= lengths.lowerBound else { throw .tooShort(minimum: lengths.lowerBound) }
        guard password.isStreamSafe else { throw .malformed(.tooManyMarks) }
        let lowered = password.lowercased()
        guard !CommonPasswords.contains(password), !words.contains(where: { !$0.isEmpty && $0.lowercased() == lowered })
        else { throw .commonPassword }
    }
}

/// The rules for a new password: long enough, not a common one. No composition rules (NIST SP 800-63B §3.1.1.2).
public enum PasswordRules {
    public static let lengths = 8...256

    /// - Throws: `.tooShort`, `.tooLong` or `.commonPassword`.
    public static func check(_ password: String, about words: [String] = []) throws(FieldProblem.Rule) {
        guard password.count >= lengths.lowerBound else { throw .tooShort(minimum: lengths.lowerBound) }
        guard password.count <= lengths.upperBound, password.utf8.count <= lengths.upperBound * 4 else {
            throw .tooLong(maximum: lengths.upperBound)
        }
        let lowered = password.lowercased()
        guard !common.contains(lowered), Set(lowered).count > 2,
            !words.contains(where: { !$0.isEmpty && $0.lowercased() == lowered })
        else { throw .commonPassword }
    }

    /// The passwords of eight or more characters that head every published list of leaked ones.
    private static let common: Set<String> = [
        "12345678", "123456789", "1234567890", "password", "password1", "password12", "password123", "passw0rd", "p@ssword",
        "p@ssw0rd", "qwertyuiop", "qwerty123", "qwerty12", "qwerty1234", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "1qaz2wsx3edc", "iloveyou",
        "sunshine", "princess", "football", "baseball", "superman", "trustno1", "welcome1", "welcome123", "letmein1", "letmein123",
        "admin123", "administrator", "changeme", "changeme1", "abcd1234", "abc12345", "a1b2c3d4", "asdfghjkl", "asdf1234", "zxcvbnm1",
        "zaq12wsx", "starwars", "whatever", "computer", "michelle", "jennifer", "corvette", "mercedes", "maverick", "midnight",
        "internet", "liverpool", "samantha", "victoria", "alexander", "charlie1", "michael1", "jordan23", "dragon12", "monkey12",
        "shadow12", "master12", "iloveyou1", "pokemon1", "naruto12", "87654321", "987654321", "9876543210", "11223344", "12341234",
        "12121212", "13131313", "69696969", "11112222", "123123123", "123321123", "147258369", "159753159", "741852963", "789456123",
        "q1w2e3r4", "q1w2e3r4t5", "gatehouse", "gatehouse1", "secret123", "test1234", "testtest", "guest123", "default1", "azertyuiop",
        "motdepasse", "bonjour1", "soleil123", "marseille", "passwort", "hallo123", "qwertz123", "contraseña", "senha123",
    ]
}

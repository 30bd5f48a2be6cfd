import Domain
import Testing

@Suite struct CommonPasswordTests {
    @Test(arguments: [
        "password", "Password1!", "P@ssw0rd", "12345678", "qwertyuiop", "iloveyou2", "sunshine2024", "!football!",
        "passwordpassword",
        "aaaaaaaa", "ababababab", "motdepasse", "Azerty123", "Marseille13", "trustno1", "gatehouse1", "1qaz2wsx",
        "dragon123",
        "Welcome2026!",
    ])
    func `what everyone tries first is refused`(password: String) {
        #expect(throws: FieldProblem.Rule.commonPassword) { try PasswordRules.check(password) }
    }

    @Test(arguments: [
        "correct horse battery", "another horse battery", "mon mot de passe à moi", "tr0mpette-verte-9",
        "sunshine over Lake Léman",
    ])
    func `an uncommon password is accepted`(password: String) throws {
        try PasswordRules.check(password)
    }

    @Test func `one's own name or address is refused`() {
        #expect(throws: FieldProblem.Rule.commonPassword) {
            try PasswordRules.check("ada@example.com", about: ["Ada@Example.com"])
        }
    }
}

import StrictJSON
import Testing

@testable import Domain

/// Every name of a secret in every layout in which apps write a name and a value.
@Suite struct SecretLayoutTests {
    private static let scrubber = Scrubber { _ in "1f2e3d4c" }

    private static let names = [
        "password", "passwd", "pwd", "pw", "pass", "passwords", "passphrase", "passcode", "newPassword",
        "current_password",
        "USER_PASSWORD", "password-confirmation", "contraseña", "пароль", "mot_de_passe", "Passwort", "Kennwort",
        "heslo", "senha", "密码",
        "パスワード", "pin", "otp", "mfaCode", "verification_code", "secret", "clientSecret", "CLIENT_SECRET", "privateKey",
        "token", "tokens",
        "accessToken", "refresh_token", "id-token", "api_key", "X-Api-Key", "session", "sid", "cookies",
        "authorization",
    ]

    /// Any text; the words of the second are what a message may say of a token, so they go with other names only.
    private static let values = [
        "hunter2", "correct horse battery staple", "Zq8sHortTok1", "Tr0ub4dor&3", "p@ss,word;1",
        "c0ffee12-3b4d-4e5f-8a9b-7766554433aa", "839201", "5f2a9c1b7e3d4c60a8917b2e0d4f6c3a",
    ]

    static let layouts = [
        "{name}: {value}", "\"{name}\": \"{value}\"", #"{\"{name}\":\"{value}\",\"x\":1}"#,
        "'{name}': '{value}', 'user': 'u1'",
        "[AnyHashable(\"{name}\"): \"{value}\"]", "{name}: Optional(\"{value}\")",
        "▿ Credentials\n  - user: \"u1\"\n  ▿ {name}: Optional(\"{value}\")\n    - some: \"{value}\"\n",
        "▿ 1 key/value pair\n  ▿ (2 elements)\n    - key: \"{name}\"\n    - value: \"{value}\"\n",
        "state changed to {name}(\"{value}\")",
        "<{name}>{value}</{name}>", "<user id=\"7\" {name}=\"{value}\"/>",
        "<key>{name}</key>\n\t<string>{value}</string>",
        "{name}\n{value}", "{name}: |\n  {value}\nuser: u1",
        "{\"key\":\"{name}\",\"value\":{\"stringValue\":\"{value}\"}}",
        "{\"value\":\"{value}\",\"name\":\"{name}\"}", "{name} -> {value}", "{name} → {value}",
        "@\"{name}\": @\"{value}\"",
        "{\n    {name} = \"{value}\";\n    user = u1;\n}", "[('user', 'u1'), ('{name}', '{value}')]",
        "b'{name}': b'{value}'",
        "--b7\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n--b7--",
        "form.fields.{name}.text: \"{value}\"",
        "{\"form\":{\"{name}\":{\"text\":\"{value}\",\"dirty\":true}}}", "{name} := '{value}'", "{name}：{value}",
        "Map(1) { '{name}' => '{value}' }",
    ]

    /// A name after which a message may have words about it.
    private static func hasWords(_ name: String) -> Bool {
        SecretName(Array(name.utf8)[...]).map { $0.kind == .token && name != "authorization" } ?? false
    }

    @Test(arguments: layouts) func `no value of a secret is kept`(layout: String) {
        var left: [String] = []
        for name in Self.names {
            for value in Self.values where !(value.contains(" ") && Self.hasWords(name)) {
                let text = layout.replacing("{name}", with: name).replacing("{value}", with: value)
                let once = Self.scrubber.scrub(text)
                if once.containsBytes(of: value) || Self.scrubber.scrub(once) != once {
                    left.append("\(text) → \(once)")
                }
            }
        }
        #expect(left == [])
    }

    @Test(arguments: names) func `a state of a value is kept`(name: String) {
        for state in ["nil", "missing", "expired", "\"\"", "<redacted>"] {
            let text = "\(name): \(state)"
            #expect(Self.scrubber.scrub(text) == text)
        }
    }
}

/// Classifies a value by its name.
///
/// Names are compared by their last part: `http.request.header.authorization` is an authorization. The whole part is
/// looked up first, ignoring case, `_` and `-`, then its last words (`SecretWords`), so that `token_endpoint` and
/// `password_entry` are kept.
struct SecretName {
    /// Names under this prefix are the server's own, and their values are judged by shape alone.
    private static let ownNamespace = "auth."

    let kind: Finding.Kind
    /// Whether the name has another meaning too: an error has a *code*, a request a *state*.
    let isAmbiguous: Bool
    /// Whether the value is a list of pairs that ends with the line.
    let isCookie: Bool

    /// Creates a name whose kind is known, and not ambiguous.
    init(_ kind: Finding.Kind) {
        self.kind = kind
        isAmbiguous = false
        isCookie = false
    }

    init?(attribute name: String) {
        guard
            !name.utf8.prefix(Self.ownNamespace.utf8.count).elementsEqual(
                Self.ownNamespace.utf8,
                by: { $0 == $1 || $0 | 0x20 == $1 }
            )
        else { return nil }
        self.init(Array(name.utf8)[...])
    }

    init?(_ name: ArraySlice<UInt8>) {
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let last = dot.map { name[($0 + 1)...] } ?? name
        if let entry = Self.table[lettersAndDigitsOf: last] {
            kind = entry.kind
            isAmbiguous = entry.isAmbiguous
            isCookie = entry.isCookie
        } else {
            let isPerson = Self.names[lettersAndDigitsOf: last] != nil && dot.map { Self.isOfUser(name[..<$0]) } == true
            guard let kind = isPerson ? .personName : SecretWords.kind(of: last) else { return nil }
            self.kind = kind
            isAmbiguous = false
            isCookie = false
        }
    }

    /// Whether the name before a last part is the user's: `user`, `http.request.user`.
    private static func isOfUser(_ name: ArraySlice<UInt8>) -> Bool {
        let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? name
        return users[lettersAndDigitsOf: last] != nil
    }

    /// Whether a value bound to the name must be hidden. States of a value are kept: `nil`, `missing`, `expired`.
    func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
        guard !value.isEmpty, Self.states[value] == nil, !Self.isReplacement(value) else { return false }
        return !isAmbiguous || Self.isOpaque(value)
    }

    func isSecret(_ value: String) -> Bool { isSecret(Array(value.utf8)[...]) }

    /// A code of an error is a short number or words; a code that grants access has letters and digits, or six digits.
    private static func isOpaque(_ value: ArraySlice<UInt8>) -> Bool {
        var (digits, hasLetter) = (0, false)
        for byte in value {
            if byte == 0x20 { return false }
            if ByteKind.isDigit(byte) { digits += 1 } else if ByteKind.isLetter(byte) { hasLetter = true }
        }
        guard digits > 0 else { return false }
        return digits < value.count ? value.count >= 8 && hasLetter : digits >= 6
    }

    static func isReplacement(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.first == UInt8(ascii: "[") else { return false }
        return value.begins(with: "[email:") || value.begins(with: "[token:") || value.begins(with: "[phone]")
            || value.begins(with: "[card]")
            || value.begins(with: "[secret]") || value.begins(with: "[name]")
    }

    private static let states = WordTable<Void>(
        [
            "nil", "null", "none", "(null)", "<null>", "undefined", "true", "false", "yes", "no", "missing", "empty",
            "invalid",
            "expired", "required", "incorrect", "wrong", "<redacted>", "<private>", "redacted", "[redacted]",
            "[filtered]", "***",
        ].map { ($0, ()) }
    )

    /// The names of a user, and only of a user: a device and an event have names too.
    private static let names = WordTable<Void>(["name", "username"].map { ($0, ()) })
    private static let users = WordTable<Void>(["user", "enduser", "customer", "person", "contact"].map { ($0, ()) })

    private struct Entry {
        let kind: Finding.Kind
        let isAmbiguous: Bool
        let isCookie: Bool
    }

    private static let table: WordTable<Entry> = {
        func entries(_ names: String, _ kind: Finding.Kind, isAmbiguous: Bool = false) -> [(String, Entry)] {
            names.split(separator: " ").map { name in
                let isCookie = name == "cookie" || name == "setcookie"
                return (String(name), Entry(kind: kind, isAmbiguous: isAmbiguous, isCookie: isCookie))
            }
        }
        return WordTable(
            entries(passwords, .secret) + entries(tokens, .token) + entries(ambiguous, .token, isAmbiguous: true)
                + entries("email emailaddress mail useremail", .email)
                + entries("phone phonenumber mobile mobilenumber msisdn userphone", .phone)
                + entries(people, .personName)
                + entries("cardnumber creditcard pan", .card)
        )
    }()

    private static let passwords = """
        password passwd pwd passphrase newpassword oldpassword currentpassword confirmpassword passwordconfirmation userpassword secret \
        clientsecret privatekey cookie setcookie cvv cvc otp totp passcode pin recoverycode backupcode \
        pass credential credentials passe motdepasse mdp passwort kennwort
        """
    private static let tokens = """
        authorization proxyauthorization accesstoken refreshtoken idtoken identitytoken authorizationcode authcode apikey xapikey \
        bearertoken sessiontoken devicetoken pushtoken fcmtoken csrftoken nonce rawnonce codeverifier xgatehousekey jwt bearer
        """
    private static let ambiguous = "code state token assertion"
    private static let people = "firstname lastname fullname givenname familyname middlename surname displayname"
}

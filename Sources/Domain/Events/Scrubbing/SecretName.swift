import StrictJSON

/// What the name of a value says about it.
///
/// Names are compared by their last part: `http.request.header.authorization` is an authorization. First whole, where
/// case, `_` and `-` do not count, then by their last words (`SecretWords`), so that `token_endpoint` and `password_entry`
/// are evidence.
struct SecretName {
    /// Names under this prefix are ours, and their values are judged by shape alone.
    private static let ownNamespace = "auth."

    let kind: Finding.Kind
    /// Whether the name has another meaning too: an error has a *code*, a request a *state*.
    let isAmbiguous: Bool
    /// Its value is a list of pairs that ends with the line.
    let isCookie: Bool

    /// A name whose kind is known, and not ambiguous.
    init(_ kind: Finding.Kind) {
        self.kind = kind
        isAmbiguous = false
        isCookie = false
    }

    init?(attribute name: String) {
        guard !name.utf8.prefix(Self.ownNamespace.utf8.count).elementsEqual(Self.ownNamespace.utf8, by: { $0 == $1 || $0 | 0x20 == $1 })
        else { return nil }
        self.init(name.utf8)
    }

    init?(_ name: some BidirectionalCollection<UInt8>) {
        let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[name.index(after: $0)...] } ?? name[...]
        if let entry = Self.entry(last) {
            kind = entry.kind
            isAmbiguous = entry.isAmbiguous
            isCookie = entry.isCookie
        } else {
            guard let kind = SecretWords.kind(of: last) else { return nil }
            self.kind = kind
            isAmbiguous = false
            isCookie = false
        }
    }

    private static func entry(
        _ name: some BidirectionalCollection<UInt8>
    ) -> (kind: Finding.Kind, isAmbiguous: Bool, isCookie: Bool)? {
        guard isPossible(name) else { return nil }
        let letters = name.filter { ByteKind.isLetterOrDigit($0) }.map { ByteKind.isLetter($0) ? $0 | 0x20 : $0 }
        let key = String(decoding: letters, as: UTF8.self)
        guard let entry = table[key] else { return nil }
        return (entry.kind, entry.isAmbiguous, key == "cookie" || key == "setcookie")
    }

    /// Whether a value that is bound to the name is one to hide. States of a value are not: `nil`, `missing`, `expired`.
    func isSecret(_ value: String) -> Bool {
        guard !value.isEmpty, !Self.isState(value), !Self.isReplacement(value) else { return false }
        return !isAmbiguous || Self.isOpaque(value)
    }

    /// A code of an error is a short number or words; a code that gives access has letters and digits, or six digits.
    private static func isOpaque(_ value: String) -> Bool {
        let digits = value.utf8.count(where: ByteKind.isDigit)
        guard !value.utf8.contains(0x20), digits > 0 else { return false }
        return digits < value.utf8.count ? value.utf8.count >= 8 && value.utf8.contains(where: ByteKind.isLetter) : digits >= 6
    }

    static func isReplacement(_ value: String) -> Bool {
        ["[email:", "[token:", "[phone]", "[card]", "[secret]", "[name]"].contains { value.hasBytePrefix($0) }
    }

    /// Lets most names go without building a text: by how many letters they have and which is the last.
    private static func isPossible(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard let final = name.last(where: ByteKind.isLetterOrDigit), ByteKind.isLetter(final) else { return false }
        var letters = 0
        for byte in name where ByteKind.isLetterOrDigit(byte) { letters += 1 }
        return letters < 32 && lastLetters[letters] & (1 << UInt32((final | 0x20) - 0x61)) != 0
    }

    /// For each length of a name, the letters that one of that length ends with.
    private static let lastLetters: [UInt32] = {
        var masks = [UInt32](repeating: 0, count: 32)
        for name in table.keys {
            for last in name.utf8.suffix(1) { masks[name.utf8.count] |= 1 << UInt32(last - 0x61) }
        }
        return masks
    }()

    private static func isState(_ value: String) -> Bool {
        value.utf8.count <= longestState && states.contains(ByteText(value.lowercasedASCII()))
    }

    private static let longestState = 16
    private static let states: Set<ByteText> = [
        "nil", "null", "none", "(null)", "<null>", "undefined", "true", "false", "yes", "no", "missing", "empty", "invalid", "expired",
        "required", "incorrect", "wrong", "<redacted>", "<private>", "redacted", "[redacted]", "[filtered]", "***",
    ]

    private static let table: [String: (kind: Finding.Kind, isAmbiguous: Bool)] = {
        var table = [String: (kind: Finding.Kind, isAmbiguous: Bool)]()
        for name in passwords.split(separator: " ") { table[String(name)] = (.secret, false) }
        for name in tokens.split(separator: " ") { table[String(name)] = (.token, false) }
        for name in ambiguous.split(separator: " ") { table[String(name)] = (.token, true) }
        for name in ["email", "emailaddress", "mail", "useremail"] { table[name] = (.email, false) }
        for name in ["phone", "phonenumber", "mobile", "mobilenumber", "msisdn", "userphone"] { table[name] = (.phone, false) }
        for name in people.split(separator: " ") { table[String(name)] = (.personName, false) }
        for name in ["cardnumber", "creditcard", "pan"] { table[name] = (.card, false) }
        return table
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

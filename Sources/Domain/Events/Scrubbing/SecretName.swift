/// Classifies a value by its name.
///
/// Names are compared by their last part: `http.request.header.authorization` is an authorization. The whole part is
/// looked up first, ignoring case, `_` and `-`, then its last words (`SecretWords`), so that `token_endpoint` and
/// `password_entry` are kept. The name of a secret covers what is below it too: `password.value`, and as an attribute
/// everything but what is known to describe a secret, such as `token.expires_in`.
struct SecretName {
    /// How certain it is that a value of this name is what the name says.
    enum Certainty {
        /// Any value, but for states such as `nil` and `expired`.
        case always
        /// Any value but words and short numbers: of a *token* or a *session*, messages tell how it is.
        case unlessWords
        /// A value of letters and digits, or of six digits: an error has a *code* too, a request a *state*.
        case ifOpaque
    }

    private static let longestName = 128
    private static let mostParts = 8

    let kind: Finding.Kind
    let certainty: Certainty
    /// Whether the value goes on to the end of its line: a header with a list of pairs, or a scheme and credentials.
    let isHeader: Bool
    /// Whether all members of an object with this name are secrets too. Of a session only those are that hold its value.
    let coversMembers: Bool

    /// Whether the value itself must not be kept, not only its being personal.
    var isCredential: Bool { kind == .secret || kind == .token }

    /// The value of a cookie.
    static let cookie = SecretName(.secret, .always)

    /// Creates the name of an attribute.
    init?(attribute name: String) {
        let bytes = Array(name.utf8)
        guard
            let name = Self(
                path: bytes.allSatisfy { $0 < 0x80 } ? bytes[...] : DecodedText(bytes).bytes[...],
                covers: {
                    SecretWords.describes($0) ? .nothing : Self.members[lettersAndDigitsOf: $0] == nil ? .all : .value
                }
            )
        else { return nil }
        self = name
    }

    /// Creates a name in a text.
    init?(_ name: ArraySlice<UInt8>) {
        guard let name = Self(path: name, covers: { Self.members[lettersAndDigitsOf: $0] == nil ? .nothing : .value })
        else { return nil }
        self = name
    }

    private enum Coverage {
        case nothing, all
        /// The member holds the value itself.
        case value
    }

    private init?(path: ArraySlice<UInt8>, covers: (ArraySlice<UInt8>) -> Coverage) {
        guard path.count <= Self.longestName else { return nil }
        var last = path
        var rest: ArraySlice<UInt8>?
        var dot = path.endIndex - 1
        while dot >= path.startIndex, path[dot] != UInt8(ascii: ".") { dot -= 1 }
        if dot >= path.startIndex {
            last = path[(dot + 1)...]
            rest = path[..<dot]
        }
        if let name = Self(part: last) {
            self = name
            return
        }
        guard let rest else { return nil }
        if Self.names[lettersAndDigitsOf: last] != nil, Self.isOfUser(rest) {
            self.init(.fullName, .always)
            return
        }
        let coverage = covers(last)
        guard coverage != .nothing, let name = Self(above: rest, holdsValue: coverage == .value) else { return nil }
        self = name
    }

    /// The name of the nearest object around a member that covers it.
    private init?(above path: ArraySlice<UInt8>, holdsValue: Bool) {
        var end = path.endIndex
        for _ in 0..<Self.mostParts {
            let start = path[..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? path.startIndex
            if let name = Self(part: path[start..<end]), name.coversMembers || holdsValue && name.isCredential {
                self = name
                return
            }
            guard start > path.startIndex else { return nil }
            end = start - 1
        }
        return nil
    }

    private init?(part: ArraySlice<UInt8>) {
        guard Self.mayEndName(part) else { return nil }
        if let name = Self.table[lettersAndDigitsOf: part] {
            self = name
        } else if let kind = SecretWords.kind(of: part) {
            // `resetPassword: network error` is what a function says, and `weak_password` why.
            self.init(kind, SecretWords.beginsWithVerb(part) ? .unlessWords : .always)
        } else {
            return nil
        }
    }

    private init(_ kind: Finding.Kind, _ certainty: Certainty, isHeader: Bool = false, coversMembers: Bool = true) {
        self.kind = kind
        self.certainty = certainty
        self.isHeader = isHeader
        self.coversMembers = coversMembers && certainty != .ifOpaque && (kind == .secret || kind == .token)
    }

    /// Whether the name before a last part is the user's: `user`, `http.request.user`.
    private static func isOfUser(_ name: ArraySlice<UInt8>) -> Bool {
        let last = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? name
        return users[lettersAndDigitsOf: last] != nil
    }

    /// Whether a value bound to the name must be hidden. States of a value are kept: `nil`, `missing`, `expired`.
    func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
        if certainty == .ifOpaque, !Self.isOpaque(value) { return false }
        guard !value.isEmpty, !ValueWords.isState(value), !Self.isReplacement(value) else { return false }
        return switch certainty {
        case .always:
            !(kind == .token && value.count < 6 && value.allSatisfy(ByteKind.isDigit)) && !ValueWords.areProse(value)
        case .unlessWords: !ValueWords.arePlain(value)
        case .ifOpaque: true
        }
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
        guard digits < value.count else { return digits >= 6 }
        // `PGRST301`
        let rest = value.drop { ByteKind.isUpper($0) || $0 == UInt8(ascii: "_") }
        if rest.count < value.count, rest.count <= 5, rest.allSatisfy(ByteKind.isDigit) { return false }
        let isMixed = value.contains(where: ByteKind.isUpper) && value.contains { $0 &- 0x61 < 26 }
        return hasLetter && value.count >= (isMixed ? 6 : 8)
    }

    static func isReplacement(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.first == UInt8(ascii: "[") else { return false }
        return value.begins(with: "[email:") || value.begins(with: "[token:") || value.begins(with: "[phone]")
            || value.begins(with: "[card]")
            || value.begins(with: "[secret]") || value.begins(with: "[name]")
    }

    /// Whether anything in a text was replaced.
    static func hasReplacement(_ text: ArraySlice<UInt8>) -> Bool {
        text.indices.contains { text[$0] == UInt8(ascii: "[") && isReplacement(text[$0...]) }
    }

    /// Whether a value was removed after its type: `Field[secret]`.
    static func endsWithReplacement(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.last == UInt8(ascii: "]"), let open = value.suffix(24).lastIndex(of: UInt8(ascii: "[")) else {
            return false
        }
        return isReplacement(value[open...])
    }

    /// Whether the last two letters are those of a name, which rules most other words out.
    private static func mayEndName(_ part: ArraySlice<UInt8>) -> Bool {
        var end = part.endIndex
        while end > part.startIndex, !ByteKind.isNameByte(part[end - 1]) || ByteKind.isDigit(part[end - 1]) { end -= 1 }
        guard end > part.startIndex + 1 else { return false }
        let (last, before) = (part[end - 1], part[end - 2])
        guard ByteKind.isLetter(last), ByteKind.isLetter(before) else { return true }
        return endings[Int(before & 31) << 5 | Int(last & 31)]
    }

    private static let endings: [Bool] = {
        var endings = [Bool](repeating: false, count: 32 * 32)
        let words = [
            passwords, cookies, tokens, headers, "basicauth", worded, sessions, ambiguous, emails, phones, fullNames,
            cards,
            SecretWords.all,
        ].joined(separator: " ")
        for word in words.split(separator: " ") {
            let bytes = Array(word.utf8.suffix(2))
            guard bytes.count == 2, bytes.allSatisfy(ByteKind.isLetter) else { continue }
            endings[Int(bytes[0] & 31) << 5 | Int(bytes[1] & 31)] = true
        }
        return endings
    }()

    // MARK: Tables

    /// The names of a user, and only of a user: a device and an event have names too.
    private static let names = WordTable<Void>("name username")
    private static let users = WordTable<Void>("user enduser customer person contact")

    /// The members that hold the value of an object, in dumps and in forms.
    static let members = WordTable<Void>(
        """
        value values val v text string stringvalue str data bytes raw rawvalue content contents current new old confirm \
        confirmation repeat plain plaintext some wrapped wrappedvalue underlying storage unsafe first last encoded base64 body default \
        digits object setobject input received given typed entered 0 1 2 3 4 5 6 7 8 9
        """
    )

    private static let table: WordTable<SecretName> = {
        func entries(_ names: String, _ name: SecretName) -> [(String, SecretName)] {
            names.split(separator: " ").flatMap { word in
                Set([String(word), lowercasedASCII(word.uppercased()), lowercasedASCII(word.capitalizedFirst)])
                    .map { ($0, name) }
            }
        }
        return WordTable(
            entries(passwords, SecretName(.secret, .always))
                + entries(cookies, SecretName(.secret, .always, isHeader: true))
                + entries(tokens, SecretName(.token, .always))
                + entries(headers, SecretName(.token, .always, isHeader: true))
                + entries("basicauth", SecretName(.secret, .unlessWords))
                + entries(worded, SecretName(.token, .unlessWords))
                + entries(sessions, SecretName(.token, .unlessWords, coversMembers: false))
                + entries(ambiguous, SecretName(.token, .ifOpaque)) + entries(emails, SecretName(.email, .always))
                + entries(phones, SecretName(.phone, .always)) + entries(fullNames, SecretName(.fullName, .always))
                + entries(cards, SecretName(.card, .always))
        )
    }()

    private static let cookies = "cookie cookies setcookie"
    private static let headers = "authorization proxyauthorization"
    private static let worded = "token tokens jeton jetons ticket tickets signature csrf xsrf csrfmiddlewaretoken"
    private static let sessions = "session sessions sid sessid sessionid"
    private static let ambiguous = "code state assertion key auth verifier access refresh usercode xauth"
    private static let emails = "email emailaddress mail useremail"
    private static let phones = """
        phone phonenumber mobile mobilenumber msisdn userphone telephone téléphone telefon telefonnummer rufnummer handynummer
        """
    private static let cards = "cardnumber creditcard pan"
    /// The words of other languages are *password*, in the order of the languages' codes.
    private static let passwords = """
        password passwords passwd passwds pwd pwds pw pws passphrase newpassword oldpassword currentpassword confirmpassword \
        passwordconfirmation userpassword secret secrets clientsecret privatekey cvv cvc otp otps totp passcode passcodes pin pins \
        recoverycode recoverycodes backupcode backupcodes twofactorcode identifiedby pass credential credentials vdata ksecvaluedata secvaluedata \
        adgangskode passwort passwörter kennwort kennwörter contraseña contrasena contrasen\u{303}a clave salasana passe motdepasse mdp \
        סיסמה jelszó parola パスワード 暗証番号 비밀번호 wachtwoord hasło senha пароль пароли lösenord şifre heslo 密码 密碼 口令 \
        المرور
        """
    private static let tokens = """
        accesstoken refreshtoken idtoken identitytoken authorizationcode authcode apikey xapikey authtoken \
        bearertoken sessiontoken devicetoken pushtoken fcmtoken csrftoken nonce rawnonce codeverifier xgatehousekey jwt bearer \
        sessionkey sessioncookie connectsid phpsessid jsessionid oobcode
        """
    private static let fullNames = "firstname lastname fullname givenname familyname middlename surname displayname"

    private static func lowercasedASCII(_ text: String) -> String {
        String(decoding: text.utf8.map(ByteKind.lowercased), as: UTF8.self)
    }
}

extension Substring {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// What the words around a number say about it.
extension CodeFinder {
    func meaning(of range: Range<Int>) -> Meaning {
        let word = bytes[range]
        if let meaning = Self.words[word] { return meaning }
        if word.count > 5, word.suffix(5).begins(with: "error") { return .error }
        for ending in Self.endings
        where word.count > ending.utf8CodeUnitCount && word.suffix(ending.utf8CodeUnitCount).begins(with: ending) {
            return Self.errors.contains { error in word.indices.contains { word[$0...].begins(with: error) } }
                ? .error : .access
        }
        return .other
    }

    /// The endings of compound words: `Bestätigungscode`, `usercode`.
    private static let endings: [StaticString] = ["code", "codes", "pin", "passwort", "otp"]
    private static let errors: [StaticString] = [
        "error", "status", "fehler", "exit", "http", "barcode", "qr", "zip", "result", "response", "reason", "country",
        "close", "byte", "source", "geo",
    ]

    private static func entries(_ words: String, _ meaning: Meaning) -> [(String, Meaning)] {
        WordTable.entries(words, meaning)
    }

    private static let words = WordTable<Meaning>(
        entries("code codes código codigo codice код kod kode koodi", .code)
            + entries(
                """
                otp otps totp pin pins passcode passcodes verification verify vérification verifizierung confirmation bestätigung tan mtan \
                mfa tfa 2fa sms einmalpasswort einmalkennwort enter 验证码 认证码 認証コード 인증번호
                """,
                .access
            )
            + entries("token tokens jeton passe password passwort kennwort", .token)
            + entries(
                "failed fails failure fehlgeschlagen échec échoué antwortete répondu closed geschlossen with mit avec",
                .failure
            )
            + entries("after expires expire expiry latency number numbers retry since changed in", .count)
            + entries(
                """
                error errors status http exit errno erreur fehler oserror osstatus line port build version user id order attempt \
                took response result domain état etat postal zip area country twilio state signal return returned reason
                """,
                .error
            )
    )

    static let owners = WordTable<Void>("your my votre ton mon ihr ihren dein deinen tu su seu")

    static let units = WordTable<Void>(
        """
        ms s sec secs second seconds millisecond milliseconds minute minutes min mins hour hours day days byte bytes kb mb times time \
        users events items requests attempts retries characters digits px points rows entries mal sekunden minuten stunden tage secondes \
        heures jours fois tentatives versuche zeichen chiffres ziffern
        """
    )
}

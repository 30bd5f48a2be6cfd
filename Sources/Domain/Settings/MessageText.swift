/// The tenant's own text for one code, in one language, shown to an app's users.
public struct MessageText: Sendable, Hashable {
    /// The maximum length of a text, and of its code, in characters.
    public static let textMaximumLength = 500
    public static let codeMaximumLength = 80

    public let code: String
    public let language: Language
    public let text: String

    public init(code: String, language: Language, text: String) {
        self.code = code
        self.language = language
        self.text = text
    }

    /// The unique key of a text.
    var key: [String] { [code, language.description] }
}

extension TenantSettings {
    /// Returns the tenant's text for an error.
    /// - Parameter codes: the error's codes in responses, such as `invalid_credentials`; their canonical codes in
    ///   events, `pwd.invalid`, are tried last, so one text can serve both dialects.
    /// - Returns: nil when the tenant has none.
    public func text(forAnswer codes: [String], in wanted: [Language] = []) -> String? {
        let names = codes + codes.compactMap(KnownErrors.standard.canonical(ofServerCode:))
        return names.lazy.compactMap { text(for: $0, in: wanted) }.first
    }

    /// Returns the tenant's text for a code.
    /// - Parameter wanted: languages in order of preference; the tenant's own is tried last.
    /// - Returns: nil when the tenant has none in any of them.
    public func text(for code: String, in wanted: [Language] = []) -> String? {
        let own = texts.filter { $0.code == code }
        for language in wanted + [language] {
            if let text = own.first(where: { $0.language == language }) { return text.text }
            let general = language.description.prefix { $0 != "-" }
            if let text = own.first(where: { $0.language.description == general }) { return text.text }
        }
        return nil
    }
}

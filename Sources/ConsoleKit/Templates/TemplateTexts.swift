import Domain

/// Replaces the markers of a template by texts of the catalogue, once for each language: `[[sessions.title]]`.
///
/// Texts are escaped as values are. A placeholder of a text becomes the tag of the same name: `{device}` reads the
/// field `device` of the view at that place.
struct TemplateTexts {
    let texts: Texts

    /// - Returns: the template's text, or the key that the catalogue does not have, or has with plural forms.
    func replaced(in template: String) -> Result<String, UnknownKey> {
        var result = ""
        var rest = Substring(template)
        while let start = rest.firstRange(of: "[[") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "]]") else { return .failure(UnknownKey(key: String(rest.prefix(80)))) }
            let key = String(rest[..<end.lowerBound])
            guard let text = text(TextKey(key)) else { return .failure(UnknownKey(key: key)) }
            result += text
            rest = rest[end.upperBound...]
        }
        return .success(result + rest)
    }

    private func text(_ key: TextKey) -> String? {
        texts.template(key, literal: StrictHTMLEscaping.escaped, placeholder: { "{{\($0)}}" })
    }

    struct UnknownKey: Error {
        let key: String
    }
}

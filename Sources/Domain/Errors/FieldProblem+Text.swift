extension FieldProblem.Rule {
    /// The sentence that says how to correct the field, in the language of a page.
    public func text(_ texts: Texts) -> String {
        switch self {
        case .malformed(let text): text.text(texts)
        case .faulty(let fault): fault.sentence(texts)
        case .wrongType(let expected): texts(key, ["expected": .text(expected.text(texts))])
        case .tooShort(let minimum): texts(key, ["minimum": .number(minimum)])
        case .tooLong(let maximum): texts(key, ["maximum": .number(maximum)])
        case .outOfRange(let range):
            texts(key, ["lowest": .number(range.lowerBound), "highest": .number(range.upperBound)])
        case .notOneOf(let values): texts(key, ["values": .text(values.joined(separator: ", "))])
        case .missing, .unknown, .duplicate, .notUTF8, .commonPassword, .tooBroad: texts(key)
        }
    }

    private var key: TextKey {
        let name = code.replacing("_", with: "-")
        return TextKey("forms.rule.\(name)")
    }
}

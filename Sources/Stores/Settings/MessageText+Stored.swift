import Domain
import StrictJSON

/// `[code, language, text]`.
extension MessageText {
    var stored: JSONValue { [.string(code), .string(language.description), .string(text)] }

    init?(stored value: JSONValue) {
        guard value.arrayValue?.count == 3, let code = value[0]?.stringValue,
            let language = value[1]?.stringValue.flatMap(Language.init),
            let text = value[2]?.stringValue
        else { return nil }
        self.init(code: code, language: language, text: text)
    }
}

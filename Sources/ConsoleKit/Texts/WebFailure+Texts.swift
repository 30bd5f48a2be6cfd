import Domain
import WebCore

/// The texts of a failure in the language of a page. APIs respond with `title` and `detail`, in English.
extension WebFailure {
    package func title(_ texts: Texts) -> String {
        let key = TextKey("errors.\(name).title")
        return texts.has(key) ? texts(key) : title
    }

    package func detail(_ texts: Texts) -> String {
        if let localizableDetail { return localizableDetail.text(texts) }
        let key = TextKey("errors.\(name).detail")
        guard texts.has(key) else { return detail }
        switch cause {
        case .throttled(let wait)?, .unavailable(let wait)?:
            return texts(key, count: Int(max(1, wait.secondsRoundedUp)))
        case .denied(.missingPermission(let permission))?:
            return texts(key, ["label": .text(permission.label(texts)), "name": .text(permission.rawValue)])
        case .invalid(let problems)?:
            guard let first = problems.first else { return texts("errors.invalid-fields.unknown") }
            return texts(key, ["field": .text(first.field), "sentence": .text(first.rule.text(texts))])
        default: return texts(key)
        }
    }

    /// The code as a part of a text key.
    private var name: String { code.asKeyPart }
}

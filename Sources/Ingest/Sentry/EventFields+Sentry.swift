import Domain
import StrictJSON

extension EventFields {
    /// Takes a value that an app named itself; the first of a field wins. `{"auth": {"stage": …}}` and
    /// `{"auth.stage": …}` are equivalent.
    mutating func add(_ name: String, _ value: JSONValue) {
        if case .object(let members) = value {
            let prefix = EventText.clippedName(name)
            for (inner, value) in members { add("\(prefix).\(inner)", value) }
        } else {
            take(name, value)
        }
    }

    mutating func add(_ members: JSONObject) { for (name, value) in members { add(name, value) } }

    /// Returns the error. The domain and the code that the app names replace those of the captured error.
    /// - Parameters:
    ///   - message: the text of the record, which is the message of an error that has none.
    ///   - name: the attribute that keeps the text beside an error with another message.
    mutating func error(captured: EventError?, message: String?, keptAs name: String) -> EventError? {
        var error = captured ?? EventError(domain: "", code: "")
        error.domain = text(.errorDomain) ?? error.domain
        error.code = text(.errorCode) ?? error.code
        let written = message.map { EventText.clipped($0, EventTextField.errorMessage.maximumBytes) }
        let own = text(.errorMessage) ?? error.message
        error.message = own ?? written
        if let own, let written, !own.hasSameBytes(as: written) { addRest(name, .string(written)) }
        return error.isOnlyMessage && error.message == nil ? nil : error
    }
}

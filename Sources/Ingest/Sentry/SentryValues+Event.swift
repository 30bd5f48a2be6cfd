import Domain
import StrictJSON

/// Reads fields that events and logs have in common.
extension SentryValues {
    /// Returns the stage; a name that this version does not know is kept as an attribute.
    mutating func stage() -> Stage {
        guard let text = text(.dimension(.stage)) else { return .other }
        if let stage = Stage(wire: text) { return stage }
        addRest("auth.stage", .string(text))
        return .other
    }

    /// Returns the outcome that the app says; nil for none, or for a word that is kept as an attribute.
    mutating func outcome() -> Outcome? {
        guard let text = text(.dimension(.outcome)) else { return nil }
        if let outcome = Outcome(wire: text) { return outcome }
        addRest("auth.outcome", .string(text))
        return nil
    }

    /// Returns the attempt that the app names; another text than a trace id is kept as an attribute.
    mutating func attempt() -> TraceID? {
        guard let text = text(.dimension(.attempt)) else { return nil }
        if let trace = TraceID(text) { return trace }
        addRest("auth.attempt.id", .string(text))
        return nil
    }

    /// Returns the duration that the app says, at most the limit; another value is kept as an attribute.
    mutating func duration() -> Duration? {
        guard let value = self[.dimension(.duration)] else { return nil }
        if let duration = EventTime.duration(value) { return duration }
        addRest("auth.duration_ms", value)
        return nil
    }

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

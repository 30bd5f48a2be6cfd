import Domain
import StrictJSON

/// Reads the chain of errors of an event.
///
/// Sentry lists it with the deepest cause first: the last one is the error that was captured. `EventError` begins with
/// that one.
enum SentryErrorMapper {
    /// - Parameter exceptions: `{"values": […]}`, the list itself, or one exception.
    /// - Returns: the error, and the number of causes that were left out of the middle of the chain.
    static func error(_ exceptions: JSONValue?) -> (error: EventError, dropped: Int)? {
        let listed = SentryJSON.list(exceptions).filter { $0.objectValue != nil }
        guard let outermost = listed.last.map(cause) else { return nil }
        let beneath = listed.dropLast().reversed()
        let limit = EventLimits.chainLength
        // A chain that is too long keeps its last error, which is the cause.
        var kept = Array(beneath.prefix(limit))
        if let deepest = beneath.last, beneath.count > limit { kept[limit - 1] = deepest }
        let error = EventError(
            domain: outermost.domain,
            code: outermost.code,
            message: outermost.message,
            chain: kept.map(cause)
        )
        return (error, beneath.count - kept.count)
    }

    private static func cause(_ exception: JSONValue) -> EventError.Cause {
        let value = exception["value"].flatMap(EventText.text) ?? ""
        let type = exception["type"]?.stringValue ?? ""
        let meta = exception["mechanism"]?["meta"]
        let named = pair(meta?["ns_error"])
        let number = meta?["errno"]?["number"].flatMap(EventText.text)
        let code = named?.code ?? number ?? codeAtEnd(of: value) ?? ""
        return EventError.Cause(
            domain: EventText.clipped(named?.domain ?? type, EventTextField.errorDomain.maximumBytes),
            code: EventText.clipped(code, EventTextField.errorCode.maximumBytes),
            message: value.isEmpty ? nil : EventText.clipped(value, EventTextField.errorMessage.maximumBytes)
        )
    }

    /// Reads the domain and the code of an NSError that the SDK says beside the exception.
    private static func pair(_ meta: JSONValue?) -> (domain: String, code: String)? {
        guard let domain = meta?["domain"]?.stringValue, let code = meta?["code"].flatMap(EventText.text) else {
            return nil
        }
        return (domain, code)
    }

    /// Reads the code of an NSError from its description: `… (Code: -25308)`, or `Code: -25308` alone.
    static func codeAtEnd(of value: String) -> String? {
        var bytes = Array(value.utf8.suffix(64))[...]
        if bytes.last == UInt8(ascii: ")") { bytes.removeLast() }
        let digits = bytes.reversed().prefix { (0x30...0x39).contains($0) }.count
        guard (1...19).contains(digits) else { return nil }
        let isNegative = bytes.dropLast(digits).last == UInt8(ascii: "-")
        let number = bytes.suffix(isNegative ? digits + 1 : digits)
        let before = bytes[..<number.startIndex]
        guard before.suffix(label.count).elementsEqual(label) else { return nil }
        return String(decoding: number, as: UTF8.self)
    }

    private static let label = Array("Code: ".utf8)
}

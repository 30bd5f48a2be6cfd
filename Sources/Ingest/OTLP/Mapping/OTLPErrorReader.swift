import Domain
import StrictJSON

/// Reads the error of a record from its attributes.
enum OTLPErrorReader {
    /// Takes the fields of an error: `auth.error.*`, else `exception.*`, with `error.type` as the code when there is no
    /// other.
    static func error(_ fields: inout EventFields) -> EventError? {
        var error = EventError(
            domain: fields.text(.errorDomain) ?? "",
            code: fields.text(.errorCode) ?? "",
            message: fields.text(.errorMessage),
            chain: []
        )
        takeType(&fields, into: &error)
        takeChain(&fields, into: &error)
        return error.isOnlyMessage && error.message == nil ? nil : error
    }

    /// Many SDKs repeat the type of the exception here, which says nothing new.
    private static func takeType(_ fields: inout EventFields, into error: inout EventError) {
        guard let type = fields.text(.errorType),
            !type.hasSameBytes(as: error.domain)
        else { return }
        if error.code.isEmpty { error.code = type } else { fields.setAside(.errorType) }
    }

    /// Reads a list of `domain:code`, outermost error first. It may begin with the error itself. A chain that is too
    /// long keeps its last error, which is the cause.
    private static func takeChain(_ fields: inout EventFields, into error: inout EventError) {
        guard let value = fields[.errorChain] else { return }
        let texts = (value.arrayValue ?? [value]).compactMap(\.stringValue)
        guard !texts.isEmpty, texts.count == value.arrayValue?.count ?? 1 else { return fields.setAside(.errorChain) }
        var links = texts[...]
        let first = cause(texts[0])
        if error.domain.isEmpty && error.code.isEmpty {
            (error.domain, error.code) = (first.domain, first.code)
            error.message = error.message ?? first.message
            links.removeFirst()
        } else if first.domain.hasSameBytes(as: error.domain), first.code.hasSameBytes(as: error.code) {
            links.removeFirst()
        }
        let kept =
            links.count <= EventLimits.chainLength ? links : links.prefix(EventLimits.chainLength - 1) + links.suffix(1)
        error.chain = kept.map(cause)
        if kept.count < links.count {
            fields.addRest("error.chain.dropped", .integer(Int64(links.count - kept.count)))
        }
    }

    /// Splits at the last colon: domains may have colons, codes have none. A text that is no such pair stays whole, as
    /// a message: the scrubber would not recognise the halves of `password: x`.
    private static func cause(_ text: String) -> EventError.Cause {
        guard text.utf8.allSatisfy(isOfPair) else {
            return EventError.Cause(
                domain: "",
                code: "",
                message: EventText.clipped(text, EventTextField.errorMessage.maximumBytes)
            )
        }
        let domain: Substring
        let code: Substring
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) {
            (domain, code) = (text[..<colon], text[text.utf8.index(after: colon)...])
        } else {
            (domain, code) = (text[...], "")
        }
        return EventError.Cause(
            domain: EventText.clipped(String(domain), EventTextField.errorDomain.maximumBytes),
            code: EventText.clipped(String(code), EventTextField.errorCode.maximumBytes)
        )
    }

    private static func isOfPair(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: ".:_-()$#".utf8.contains(byte)
        }
    }
}

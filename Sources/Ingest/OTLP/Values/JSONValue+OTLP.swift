import Foundation
import StrictJSON

extension JSONValue {
    /// Returns a number, or the text by which JSON names one that is not finite (proto3 JSON mapping).
    static func otlp(_ number: Double) -> JSONValue {
        if number.isNaN { return "NaN" }
        guard number.isInfinite else { return .number(number) }
        return number < 0 ? "-Infinity" : "Infinity"
    }

    /// Returns bytes that are a text as this text, so that it is scrubbed, and others in base64.
    static func otlp(_ bytes: Data) -> JSONValue {
        let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        guard isText, let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe else {
            return .string(bytes.base64EncodedString())
        }
        return .string(text)
    }
}

extension String {
    /// Returns the text, unless it is costly to normalise (`StreamSafeText`).
    /// - Throws: `bad_value`
    func streamSafe(_ path: String) throws(ItemError) -> String {
        guard isStreamSafe else {
            let most = StreamSafeText.maximumMarks
            throw ItemError(code: "bad_value", message: "\(path) has more than \(most) combining marks in a row.")
        }
        return self
    }
}

extension ItemError {
    /// - Parameter path: of the record: `logRecords[3]`.
    static func tooDeep(_ path: String) -> ItemError {
        ItemError(code: "too_large", message: "\(path) has more than \(OTLPLimits.depth) levels of values.")
    }
}

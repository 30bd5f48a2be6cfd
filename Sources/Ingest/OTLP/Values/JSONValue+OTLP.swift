import StrictJSON

extension JSONValue {
    /// Returns a number, or the text by which JSON names one that is not finite (proto3 JSON mapping).
    static func otlp(_ number: Double) -> JSONValue {
        if number.isNaN { return "NaN" }
        guard number.isInfinite else { return .number(number) }
        return number < 0 ? "-Infinity" : "Infinity"
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

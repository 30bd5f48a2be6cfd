import StrictJSON

/// Why an item is rejected as an event.
struct ItemError: Error {
    let code: String
    let message: String

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// - Parameter path: where the item is in the delivery: `events[3]`.
    init(_ error: JSONSyntaxError, at path: String) {
        code =
            switch error.reason {
            case .tooLong, .tooMany, .nameTooLong: "too_large"
            case .tooManyMarks: "bad_value"
            default: "invalid_json"
            }
        message = "\(path): \(error.sentence)"
    }
}

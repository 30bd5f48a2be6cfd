import StrictJSON

extension ItemError {
    init(_ error: JSONSyntaxError, path: String) {
        let code =
            switch error.reason {
            case .tooLong, .tooMany, .tooDeep, .nameTooLong: "too_large"
            case .tooManyMarks: "bad_value"
            default: "invalid_json"
            }
        self.init(code: code, message: "\(path): \(error.sentence)")
    }
}

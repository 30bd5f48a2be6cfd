extension ItemError {
    /// - Parameter path: of the record: `logRecords[3]`.
    static func tooDeep(_ path: String) -> ItemError {
        ItemError(code: "too_large", message: "\(path) has more than \(OTLPLimits.depth) levels of values.")
    }
}

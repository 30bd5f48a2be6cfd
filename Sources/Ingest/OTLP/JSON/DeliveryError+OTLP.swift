extension DeliveryError {
    /// An error in what records share, or around them.
    init(_ error: ItemError) {
        self.init(code: error.code, sentence: error.message)
    }

    /// - Parameter name: `logRecords`
    static func malformedList(_ name: String) -> DeliveryError {
        DeliveryError(code: "invalid_json", sentence: "The list \(name) cannot be read: a bracket or a comma is wrong.")
    }
}

import HTTPTypes

extension HTTPField.Name {
    /// Constants of the field's grammar.
    package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

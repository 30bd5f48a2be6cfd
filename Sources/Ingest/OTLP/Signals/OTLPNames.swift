/// The names of the lists of a request in JSON.
struct OTLPNames: Sendable {
    /// `resourceLogs`
    let resources: String
    /// `scopeLogs`
    let scopes: String
    /// `logRecords`
    let records: String
}

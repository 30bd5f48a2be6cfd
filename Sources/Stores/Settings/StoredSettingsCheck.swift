import Database

/// Checks whether this program can read the settings of every tenant.
public struct StoredSettingsCheck: Sendable {
    /// The number of tenants that are listed; the rest is counted.
    private static let maximumListed = 5

    private let control: any Database

    public init(control: any Database) { self.control = control }

    /// - Returns: a sentence for each of the first tenants whose settings cannot be read, and the number of all.
    public func problems() async throws -> (sentences: [String], count: Int) {
        try await control.read(.installation("doctor")) { transaction in
            var (sentences, count): ([String], Int) = ([], 0)
            for row in try transaction.rows("SELECT tenant_id FROM tenant_settings ORDER BY tenant_id LIMIT 100000") {
                do { _ = try SettingsRow.find(try row.get("tenant_id"), transaction) } catch let error as DatabaseError
                {
                    guard error.kind == .decoding else { throw error }
                    count += 1
                    if sentences.count < Self.maximumListed { sentences.append(error.detail) }
                }
            }
            return (sentences, count)
        }
    }
}

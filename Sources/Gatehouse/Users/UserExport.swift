import Foundation
import StrictJSON

/// Writes all users of a tenant as NDJSON, one user a line.
struct UserExport {
    let tenant: String
    let withPasswords: Bool
    let perform: CommandRunner.Performing

    /// - Parameter write: receives whole lines.
    /// - Returns: the number of users written.
    func run(_ write: (Data) throws -> Void) async throws -> Int {
        var count = 0
        var last: String?
        repeat {
            let part = try await perform(ExportUsers(tenant: tenant, after: last, withPasswords: withPasswords)).json
            guard let items = part["items"]?.arrayValue else {
                throw CommandFailure.unavailable("The server's answer cannot be read; is it of another version?")
            }
            try write(Data(items.flatMap { $0.serialized() + [UInt8(ascii: "\n")] }))
            count += items.count
            last = part["last"]?.stringValue
        } while last != nil
        return count
    }
}

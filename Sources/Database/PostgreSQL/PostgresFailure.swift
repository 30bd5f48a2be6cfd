#if PostgreSQL
import CPostgres
import Foundation

/// An error on a connection, before it is converted to a `DatabaseError`.
struct PostgresFailure: Error {
    /// The SQLSTATE, five characters (PostgreSQL manual, appendix A); empty when the server sent none.
    let state: String
    let message: String
    let constraint: String?
    /// The connection cannot be used any more.
    let isConnectionLost: Bool

    /// Reads the server's response.
    init(_ result: OpaquePointer, isConnectionLost: Bool) {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        state = field(Int32(UInt8(ascii: "C"))) ?? ""
        let hint = field(Int32(UInt8(ascii: "H"))).map { " \($0)" } ?? ""
        message = (field(Int32(UInt8(ascii: "M"))) ?? "the server reported no reason") + hint
        constraint = field(Int32(UInt8(ascii: "n")))
        self.isConnectionLost = isConnectionLost || Self.endsConnection(state)
    }

    /// Reads libpq's message about a connection.
    init(lost message: String) {
        state = ""
        // libpq writes several lines, one for each host that it tried.
        self.message = message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "; ")
        constraint = nil
        isConnectionLost = true
    }

    /// The server is stopping, has crashed, or has closed this connection; or its prepared statements are invalid: the
    /// schema was changed (0A000: "cached plan must not change result type"), or a proxy has dropped them (26000). A
    /// new connection prepares them again.
    private static func endsConnection(_ state: String) -> Bool {
        state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03", "0A000", "26000"].contains(state)
    }

    /// - Parameter statement: the text, without its values, which may be secret.
    func databaseError(statement: String?) -> any Error {
        if state == "57014" { return Interrupted() }
        let kind = kind
        let place = kind == .statement ? statement.map { " in: \($0)" } ?? "" : ""
        return DatabaseError(kind, "PostgreSQL\(state.isEmpty ? "" : " \(state)"): \(message)\(place)")
    }

    private var kind: DatabaseError.Kind {
        if isConnectionLost { return .unavailable }
        switch state {
        case "23505": return .unique(columns: constraint.map { [$0] } ?? [])
        case "23503": return .foreignKey
        case "23502", "23514", "22001", "22P02", "22003": return .check
        case "40001", "40P01", "55P03": return .busy
        case "53100": return .diskFull
        case "53000", "53200", "53300", "53400": return .unavailable
        case "25006": return .readOnly
        case "58030": return .io
        case "XX001", "XX002": return .corrupt
        default: return state.hasPrefix("28") || state.hasPrefix("3D") ? .unavailable : .statement
        }
    }
}
#endif

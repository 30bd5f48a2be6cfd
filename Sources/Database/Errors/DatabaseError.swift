/// An error of a database, in one form for both engines.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A row with this unique key exists; the columns as the engine names them (`users.email`).
        case unique(columns: [String])
        case foreignKey
        /// A `NOT NULL` or `CHECK` constraint failed.
        case check
        /// Another transaction holds a lock for too long, or the queue is full.
        case busy
        /// The statement was interrupted at its time limit.
        case tooLong
        case diskFull
        case readOnly
        /// A read, write or sync failed; the connection has been closed.
        case io
        case corrupt
        /// No connection is available.
        case unavailable
        /// A value that the row type did not expect.
        case decoding
        /// The statement itself is wrong: a programming error.
        case statement
        /// Another process has locked the data folder.
        case locked
        /// The schema is not the one that this program expects.
        case migration
    }

    public let kind: Kind
    /// A detail for the log, which is never shown to a client.
    public let detail: String

    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { "\(kind): \(detail)" }

    static let tookTooLong = DatabaseError(.tooLong, "the transaction was interrupted: it took longer than it may")
}

import Database
import Domain

/// How far the time of the installation had come, for the next start.
public struct ClockFloor: Sendable {
    private let control: any Database

    public init(control: any Database) {
        self.control = control
    }

    /// Nil in an installation that has not been served yet.
    public func read() async throws -> Timestamp? {
        try await control.read(.installation("clock")) { try Self.find($0) }
    }

    /// Keeps `moment` unless it has come further. Where nodes share a server, that server's clock stands in for those
    /// of the nodes.
    /// - Returns: how far it has come.
    @discardableResult
    public func raise(to moment: Timestamp) async throws -> Timestamp {
        let engine = control.engine
        return try await control.write(.installation("clock")) { transaction in
            switch engine {
            case .sqlite:
                try transaction.execute(
                    """
                    INSERT INTO installation_clock (id, floor) VALUES (1, \(moment))
                    ON CONFLICT (id) DO UPDATE SET floor = max(installation_clock.floor, excluded.floor)
                    """
                )
            case .postgres:
                try transaction.execute(
                    """
                    INSERT INTO installation_clock (id, floor) VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
                    ON CONFLICT (id) DO UPDATE SET floor = greatest(installation_clock.floor, excluded.floor)
                    """
                )
            }
            return try Self.find(transaction) ?? moment
        }
    }

    /// Puts it where somebody says it is, also back.
    public func reset(to moment: Timestamp) async throws {
        _ = try await control.write(.installation("clock")) { transaction in
            try transaction.execute(
                """
                INSERT INTO installation_clock (id, floor) VALUES (1, \(moment)) ON CONFLICT (id) DO UPDATE SET floor = excluded.floor
                """
            )
        }
    }

    private static func find(_ transaction: any ReadTransaction) throws -> Timestamp? {
        try transaction.value("SELECT floor FROM installation_clock WHERE id = 1")
    }
}

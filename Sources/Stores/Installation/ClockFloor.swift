import Database
import Domain

/// Stores the time that the installation has reached, for the next start.
public struct ClockFloor: Sendable {
    private let control: any Database

    public init(control: any Database) { self.control = control }

    /// Returns the stored time; nil in an installation that has not been served yet.
    public func read() async throws -> Timestamp? {
        try await control.read(.installation("clock")) { try Self.find($0) }
    }

    /// Stores `time` unless the stored time is later. Where nodes share a server, that server's clock is used instead
    /// of the nodes' clocks.
    /// - Returns: the stored time.
    @discardableResult
    public func raise(to time: Timestamp) async throws -> Timestamp {
        let engine = control.engine
        return try await control.write(.installation("clock")) { transaction in
            switch engine {
            case .sqlite:
                try transaction.execute(
                    """
                    INSERT INTO installation_clock (id, floor) VALUES (1, \(time))
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
            return try Self.find(transaction) ?? time
        }
    }

    /// Sets the time to the operator's value, which may be earlier.
    public func reset(to time: Timestamp) async throws {
        _ = try await control.write(.installation("clock")) { transaction in
            try transaction.execute(
                """
                INSERT INTO installation_clock (id, floor) VALUES (1, \(time)) ON CONFLICT (id) DO UPDATE SET floor = excluded.floor
                """
            )
        }
    }

    private static func find(_ transaction: any ReadTransaction) throws -> Timestamp? {
        try transaction.value("SELECT floor FROM installation_clock WHERE id = 1")
    }
}

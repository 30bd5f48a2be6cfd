import Database
import Domain
import UseCases

/// Provides stores with access to a database: transactions for one tenant, and the few of operators across tenants;
/// errors become `DomainError` here and nowhere else.
struct StoreAccess: Sendable {
    /// Called once with every failure of the database itself, for the log.
    typealias Report = @Sendable (DatabaseError) -> Void

    let database: any Database
    let report: Report

    func read<Result: Sendable>(
        _ tenant: Tenant.ID,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.read(.tenant(tenant.uuid), body) } catch { throw converted(error) }
    }

    /// Runs statements that read on one snapshot, in one round trip: for the reads of nearly every request.
    /// - Parameter decode: creates the result from the rows of each statement.
    func rows<Result>(
        _ tenant: Tenant.ID,
        _ statements: [SQL],
        _ decode: ([[Row]]) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try decode(try await database.rows(.tenant(tenant.uuid), statements)) } catch {
            throw converted(error)
        }
    }

    /// Reads a list, a search or its counts: with a shorter time limit, and beside other reads.
    /// - Throws: `.invalid` on timeout: the search is too expensive.
    func readList<Result: Sendable>(
        _ tenant: Tenant.ID,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.readList(.tenant(tenant.uuid), body) } catch {
            throw converted(error, ofList: true)
        }
    }

    @discardableResult
    func write<Result: Sendable>(
        _ tenant: Tenant.ID,
        order: WriteOrder = .serial,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.write(.tenant(tenant.uuid), order: order, Self.carrying(body)) } catch {
            throw converted(error)
        }
    }

    func readAcross<Result: Sendable>(
        _ reason: Scope.StaticReason,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.read(.installation(reason), body) } catch { throw converted(error) }
    }

    /// Runs statements that read on one snapshot across tenants, in one round trip.
    /// - Parameter decode: creates the result from the rows of each statement.
    func rowsAcross<Result>(
        _ reason: Scope.StaticReason,
        _ statements: [SQL],
        _ decode: ([[Row]]) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try decode(try await database.rows(.installation(reason), statements)) } catch {
            throw converted(error)
        }
    }

    func readListAcross<Result: Sendable>(
        _ reason: Scope.StaticReason,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.readList(.installation(reason), body) } catch {
            throw converted(error, ofList: true)
        }
    }

    @discardableResult
    func writeAcross<Result: Sendable>(
        _ reason: Scope.StaticReason,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.write(.installation(reason), Self.carrying(body)) } catch {
            throw converted(error)
        }
    }

    /// Bodies run on threads of the engine, so the idempotency mark of the current write is passed to them.
    private static func carrying<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) -> @Sendable (any WriteTransaction) throws -> Result {
        guard let mark = IdempotencyMark.current else { return body }
        return { transaction in try IdempotencyMark.$current.withValue(mark) { try body(transaction) } }
    }

    /// An error that a use case cannot handle is logged and reported as unavailable: never as a wrong result, never as
    /// a 401.
    private func converted(_ error: any Error, ofList isList: Bool = false) -> DomainError {
        switch error {
        case let error as DomainError: return error
        case let error as DatabaseError where isList && error.kind == .tooLong: return .invalid("search", .tooBroad)
        case let error as DatabaseError:
            if case .unique(let columns) = error.kind, let conflict = Self.conflict(of: columns) {
                return .conflict(conflict)
            }
            report(error)
        // The client has disconnected: the request was cancelled, and nothing has failed.
        case is CancellationError: break
        default: report(DatabaseError(.statement, "unexpected error in a transaction: \(ErrorSummary(error))"))
        }
        return .unavailable(retryAfter: .seconds(1))
    }

    private static func conflict(of columns: [String]) -> DomainError.Conflict? {
        if columns.contains("users.email") || columns.contains("operators.email") { return .emailTaken }
        if columns.contains("tenants.slug") { return .slugTaken }
        if columns.contains("hosts.name") { return .hostTaken }
        if columns.contains("roles.name") { return .roleTaken }
        return nil
    }
}

extension Cursor {
    /// - Throws: `.invalid` for a cursor of another list.
    func number() throws -> Int64 {
        guard let number = Int64(key) else { throw Keyset.badCursor }
        return number
    }

    /// Reads the sequence number of a row within its time: eight bytes, big-endian.
    func sequence() throws -> Int64 {
        guard id.count == 8 else { throw Keyset.badCursor }
        return id.reduce(0) { $0 << 8 | Int64($1) }
    }

    func identifier<Subject>(_: Identifier<Subject>.Type = Identifier<Subject>.self) throws -> Identifier<Subject> {
        guard id.count == 16 else { throw Keyset.badCursor }
        return Identifier(.init(bytes: id))
    }
}

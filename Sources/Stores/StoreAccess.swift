import Database
import Domain
import UseCases

/// How stores reach a database: transactions for one tenant, and the operators' own few across tenants; errors become
/// `DomainError` here and nowhere else.
struct StoreAccess: Sendable {
    /// Told of every failure of the database itself, once; it goes to the log.
    typealias Report = @Sendable (DatabaseError) -> Void

    let database: any Database
    let report: Report

    func read<Result: Sendable>(
        _ tenant: Tenant.ID,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try await database.read(.tenant(tenant.uuid), body) } catch { throw converted(error) }
    }

    /// Runs statements that read on one snapshot, in one round trip: for what nearly every request reads.
    /// - Parameter decode: makes the result of the rows of each statement.
    func rows<Result>(
        _ tenant: Tenant.ID,
        _ statements: [SQL],
        _ decode: ([[Row]]) throws -> Result
    ) async throws(DomainError) -> Result {
        do { return try decode(try await database.rows(.tenant(tenant.uuid), statements)) } catch {
            throw converted(error)
        }
    }

    /// A list, a search or its counts: in a shorter time, and beside the reads of others.
    /// - Throws: `.invalid` when the time is over: what is looked for is too much.
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

    /// Bodies run on threads of the engine, which do not know for which repeated write they work.
    private static func carrying<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) -> @Sendable (any WriteTransaction) throws -> Result {
        guard let mark = IdempotencyMark.current else { return body }
        return { transaction in try IdempotencyMark.$current.withValue(mark) { try body(transaction) } }
    }

    /// What a use case cannot act on is told to the log and answered as unavailable: never a wrong answer, never a 401.
    private func converted(_ error: any Error, ofList isList: Bool = false) -> DomainError {
        switch error {
        case let error as DomainError: return error
        case let error as DatabaseError where isList && error.kind == .tooLong: return .invalid("search", .tooBroad)
        case let error as DatabaseError:
            if case .unique(let columns) = error.kind, let conflict = Self.conflict(of: columns) {
                return .conflict(conflict)
            }
            report(error)
        // The client is gone: the request was given up, and nothing has failed.
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

/// How a list is walked from page to page: by the key of a row, never by counting rows.
struct Keyset: Sendable {
    /// The rows after a cursor, in the list's order; then those before it.
    let after: @Sendable (Cursor) throws -> SQL
    let before: @Sendable (Cursor) throws -> SQL
    let order: SQL
    let reversed: SQL

    /// The condition and the order for a page; one row more than asked is fetched, to know whether the list goes on.
    func plan(_ request: PageRequest) throws -> (condition: SQL, order: SQL) {
        guard let cursor = request.cursor else { return ("TRUE", order) }
        return switch cursor.direction {
        case .forward: (try after(cursor), order)
        case .backward: (try before(cursor), reversed)
        }
    }

    /// - Parameter found: up to `limit + 1` items in the order of the plan.
    static func page<Item: Sendable>(
        _ found: [Item],
        _ request: PageRequest,
        key: (Item) -> (key: String, id: [UInt8])
    ) -> Page<Item> {
        let isBackward = request.cursor?.direction == .backward
        let hasMore = found.count > request.limit
        let shown = Array(isBackward ? found.prefix(request.limit).reversed() : Array(found.prefix(request.limit)))
        func cursor(_ item: Item?, _ direction: Cursor.Direction) -> Cursor? {
            item.map { key($0) }.map { Cursor(direction: direction, key: $0.key, id: $0.id) }
        }
        return Page(
            items: shown,
            next: isBackward || hasMore ? cursor(shown.last, .forward) : nil,
            previous: (isBackward ? hasMore : request.cursor != nil) ? cursor(shown.first, .backward) : nil
        )
    }

    static let badCursor = DomainError.invalid("cursor", .malformed("Take the cursor from the page before, unchanged."))
}

extension Cursor {
    /// - Throws: `.invalid` for a cursor of another list.
    func number() throws -> Int64 {
        guard let number = Int64(key) else { throw Keyset.badCursor }
        return number
    }

    func identifier<Subject>(_: Identifier<Subject>.Type = Identifier<Subject>.self) throws -> Identifier<Subject> {
        guard id.count == 16 else { throw Keyset.badCursor }
        return Identifier(.init(bytes: id))
    }
}

import Domain
import Synchronization

/// Says whether telemetry can be stored now. The monitors of the disk and of the events database set it; ingest checks
/// it before it reads a delivery.
///
/// Sign-in does not depend on it: it needs the control database alone.
public final class TelemetryStorage: Sendable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        case available
        /// The disk has less free space than is reserved for other data.
        case diskFull = "disk_full"
        /// The events database cannot be opened, read or written.
        case unavailable
    }

    /// How long a client should wait; disk space is rarely freed sooner.
    static let retryAfter = Duration.seconds(10)
    /// How long the clients of a tenant should wait that holds too much.
    static let retryAfterSize = Duration.minutes(1)

    private struct Held {
        var state = State.available
        var rejected: [State: Int] = [:]
        var rejectedTenant: Tenant.ID?
        var rejectedForSize = 0
    }

    private let held = Mutex(Held())

    public init() {}

    public var state: State { held.withLock { $0.state } }

    /// - Returns: the state before.
    @discardableResult
    public func set(_ state: State) -> State {
        held.withLock { held in
            defer { held.state = state }
            return held.state
        }
    }

    /// The deliveries rejected in this state, since the start.
    public func rejected(in state: State) -> Int { held.withLock { $0.rejected[state, default: 0] } }

    /// The tenant whose deliveries are rejected, because the events take more space than they may, it holds most, and
    /// nothing of it is left to delete.
    public var rejectedTenant: Tenant.ID? { held.withLock(\.rejectedTenant) }

    /// The deliveries rejected for the size of their tenant, since the start.
    public var rejectedForSize: Int { held.withLock(\.rejectedForSize) }

    /// - Returns: the tenant whose deliveries were rejected before.
    @discardableResult
    public func reject(_ tenant: Tenant.ID?) -> Tenant.ID? {
        held.withLock { held in
            defer { held.rejectedTenant = tenant }
            return held.rejectedTenant
        }
    }

    /// - Parameter tenant: nil while it is not known.
    /// - Throws: `.unavailable` while telemetry cannot be stored, `.throttled` while the tenant holds too much.
    public func admit(_ tenant: Tenant.ID?) throws(DomainError) {
        let error = held.withLock { held -> DomainError? in
            if held.state != .available {
                held.rejected[held.state, default: 0] += 1
                return .unavailable(retryAfter: Self.retryAfter)
            }
            guard let tenant, held.rejectedTenant == tenant else { return nil }
            held.rejectedForSize += 1
            return .throttled(retryAfter: Self.retryAfterSize)
        }
        if let error { throw error }
    }
}

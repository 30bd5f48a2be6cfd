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
        var refused: [State: Int] = [:]
        var refusedTenant: Tenant.ID?
        var refusedForSize = 0
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
    public func refused(in state: State) -> Int { held.withLock { $0.refused[state, default: 0] } }

    /// The tenant whose deliveries are refused, because the events take more space than they may, it holds most, and
    /// nothing of it is left to delete.
    public var refusedTenant: Tenant.ID? { held.withLock(\.refusedTenant) }

    /// The deliveries rejected for the size of their tenant, since the start.
    public var refusedForSize: Int { held.withLock(\.refusedForSize) }

    /// - Returns: the tenant that was refused before.
    @discardableResult
    public func refuse(_ tenant: Tenant.ID?) -> Tenant.ID? {
        held.withLock { held in
            defer { held.refusedTenant = tenant }
            return held.refusedTenant
        }
    }

    /// - Parameter tenant: nil while it is not known.
    /// - Throws: `.unavailable` while telemetry cannot be stored, `.throttled` while the tenant holds too much.
    public func admit(_ tenant: Tenant.ID?) throws(DomainError) {
        let error = held.withLock { held -> DomainError? in
            if held.state != .available {
                held.refused[held.state, default: 0] += 1
                return .unavailable(retryAfter: Self.retryAfter)
            }
            guard let tenant, held.refusedTenant == tenant else { return nil }
            held.refusedForSize += 1
            return .throttled(retryAfter: Self.retryAfterSize)
        }
        if let error { throw error }
    }
}

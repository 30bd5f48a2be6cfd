import Domain
import Synchronization

/// Records in the audit trail that a user tried a change that their role denies.
///
/// Endless tries do not write an endless audit trail: the first tries of a minute have an entry each, the others one
/// entry together with their number (`repeated`). They are counted in memory, and are lost only by a crash.
public struct DenialAudit: Sendable {
    /// The time in which tries are counted together.
    static let window = Duration.minutes(1)
    /// The number of entries of one principal in one tenant within the window.
    static let maximumOfPrincipal = 20
    /// The number of entries of a tenant within the window.
    static let maximumOfTenant = 200
    /// The number of principals counted separately; those beyond are counted together, by tenant.
    static let maximumPrincipals = 10_000

    let store: any AuditStore
    let now: @Sendable () -> Timestamp
    private let tries = DeniedTries()

    /// The tries that were counted and have no entry of their own.
    public var countedTogether: Int { tries.countedTogether }

    /// - Parameter attempt: the route's operation name, never its path or content.
    public func record(_ denial: DomainError.Denial, attempt: String, by access: Access) async throws(DomainError) {
        let reason =
            switch denial {
            case .missingPermission(let name): "missing \(name.rawValue)"
            case .outranked: "outranked"
            case .ownAccount: "own account"
            case .proofNeeded: "proof needed"
            }
        let draft = AuditDraft(
            .denied,
            by: access.principal,
            at: now(),
            changes: [.init("attempt", from: nil, to: attempt), .init("reason", from: nil, to: reason)]
        )
        let (isWritten, sums) = tries.add(draft, in: access.tenant)
        try await write(sums)
        if isWritten { try await store.append(draft, in: access.tenant) }
    }

    /// Writes the entries of windows that have ended; at shutdown those of all.
    public func flush(all isEnd: Bool = false) async throws(DomainError) {
        try await write(tries.sums(before: isEnd ? nil : now() - Self.window))
    }

    /// Sums that could not be written are counted again.
    private func write(_ sums: [DeniedTries.Sum]) async throws(DomainError) {
        for (place, sum) in sums.enumerated() {
            do throws(DomainError) { try await store.append(sum.draft(at: now()), in: sum.key.tenant) } catch {
                for left in sums[place...] { tries.putBack(left) }
                throw error
            }
        }
    }
}

/// Counts denials by principal, in memory.
private final class DeniedTries: Sendable {
    struct Key: Hashable {
        let tenant: Tenant.ID
        /// Nil for all principals for whom there was no room.
        let principal: String?
    }

    /// The tries that one entry summarizes.
    struct Sum {
        let key: Key
        let count: Int
        /// The latest of the tries.
        let last: AuditDraft

        func draft(at now: Timestamp) -> AuditDraft {
            AuditDraft(
                last.action,
                by: last.principal,
                at: now,
                target: last.target,
                changes: last.changes + [.init("repeated", from: nil, to: String(count))]
            )
        }
    }

    private struct Window {
        var begin: Timestamp
        var written = 0
        var counted = 0
        var last: AuditDraft

        func isOver(at now: Timestamp) -> Bool { now.since(begin) >= DenialAudit.window }
    }

    private struct State {
        var windows: [Key: Window] = [:]
        var tenants: [Tenant.ID: (begin: Timestamp, written: Int)] = [:]
        var countedTogether = 0
    }

    private let state = Mutex(State())

    var countedTogether: Int { state.withLock { $0.countedTogether } }

    /// - Returns: whether it has an entry of its own, and the earlier sums to write.
    func add(_ draft: AuditDraft, in tenant: Tenant.ID) -> (isWritten: Bool, sums: [Sum]) {
        state.withLock { state in
            let key = Self.key(of: draft, in: tenant, state)
            var window = state.windows[key] ?? Window(begin: draft.at, last: draft)
            var sums: [Sum] = []
            if window.isOver(at: draft.at) {
                if window.counted > 0 { sums.append(Sum(key: key, count: window.counted, last: window.last)) }
                window = Window(begin: draft.at, last: draft)
            }
            var ofTenant = state.tenants[tenant] ?? (draft.at, 0)
            if draft.at.since(ofTenant.begin) >= DenialAudit.window { ofTenant = (draft.at, 0) }
            let isWritten =
                key.principal != nil && window.written < DenialAudit.maximumOfPrincipal
                && ofTenant.written < DenialAudit.maximumOfTenant
            if isWritten {
                window.written += 1
                ofTenant.written += 1
            } else {
                window.counted += 1
                window.last = draft
                state.countedTogether += 1
            }
            state.windows[key] = window
            state.tenants[tenant] = ofTenant
            return (isWritten, sums)
        }
    }

    /// Removes and returns the windows that began at this time or before, or all.
    func sums(before cutoff: Timestamp?) -> [Sum] {
        state.withLock { state in
            // Not nil after the first condition
            let over = state.windows.filter { cutoff == nil || $0.value.begin <= cutoff! }
            for key in over.keys { state.windows[key] = nil }
            state.tenants = state.tenants.filter { cutoff != nil && $0.value.begin > cutoff! }
            return over.filter { $0.value.counted > 0 }.map {
                Sum(key: $0.key, count: $0.value.counted, last: $0.value.last)
            }
        }
    }

    func putBack(_ sum: Sum) {
        state.withLock { state in
            var window = state.windows[sum.key] ?? Window(begin: sum.last.at, last: sum.last)
            window.counted += sum.count
            state.windows[sum.key] = window
        }
    }

    private static func key(of draft: AuditDraft, in tenant: Tenant.ID, _ state: State) -> Key {
        let kind = draft.principal.kind
        let own = Key(tenant: tenant, principal: "\(kind.name) \(kind.id?.hyphenated ?? "")")
        let hasRoom = state.windows[own] != nil || state.windows.count < DenialAudit.maximumPrincipals
        return hasRoom ? own : Key(tenant: tenant, principal: nil)
    }
}

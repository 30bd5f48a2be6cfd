import Domain
import Foundation
import StrictJSON
import Synchronization
import UseCases

/// Shares out what a tenant may add to its dictionary on a day. An ingest key is public, so anybody can make up values
/// without end, and what they use up is missing for the values of the app.
///
/// Within the limit of the tenant, the network of a client has a quarter, its address a tenth and its installation a
/// twentieth. The last fifth is for networks that have added little, and for what several networks have sent. Each node
/// counts the shares for itself, from its start; the store counts what the tenant has added.
final class GrowthShares: Sendable {
    enum Kind: Sendable, Hashable {
        case shape
        case message
        case failure
        case runGroup
    }

    /// What clients say alike when it is true.
    enum Claim: Sendable, Hashable {
        /// Shapes and run groups of one release differ in device and system.
        case version(ByteText)
        case message(Data)
        case failure(Data)
    }

    /// What a tenant may add of one kind on a day.
    struct Limit: Sendable {
        let granted: Int
        /// What is left of it.
        let left: Int

        /// What a network may add while the last fifth is used: a hundredth.
        fileprivate var ofReserve: Int { max(1, granted / 100) }
        /// The share of an installation, and of a release beyond the shares of networks.
        fileprivate var twentieth: Int { max(1, granted / 20) }
        fileprivate var isReserve: Bool { left <= granted / 5 }
    }

    /// What one transaction adds. The shares count it from the commit on.
    struct Additions: Sendable {
        fileprivate var counts: [Counter: Int64] = [:]
    }

    fileprivate enum Subject: Sendable, Hashable {
        case network(String)
        case address(String)
        /// Clients choose the name, so each network has its own.
        case installation(ByteText, network: String)
        /// What was added beyond the shares of networks.
        case claim(Claim)
    }

    fileprivate struct Counter: Sendable, Hashable {
        let day: Timestamp
        let kind: Kind
        let tenant: Int
        let subject: Subject
    }

    private struct Claimed: Sendable, Hashable {
        let tenant: Int
        let claim: Claim
    }

    /// The networks that must have sent a value.
    static let confirming = 3
    /// The claims whose networks are remembered.
    private static let claims = 10_000
    /// The counters take 512 KiB for each kind.
    private static let columns = 16_384

    private let counted = Mutex<[Kind: DayShares<Counter>]>([:])
    private let networks = Mutex(RecentlyUsed<Claimed, [String]>(maximumCount: GrowthShares.claims))

    /// Decides whether a source may add a value, and counts the value when it may.
    /// - Parameter claim: what other networks have to say too, where the source has no share left.
    func admit(
        _ kind: Kind,
        _ claim: Claim?,
        from source: EventDictionary.EventSource,
        within limit: Limit,
        _ additions: inout Additions
    ) -> Bool {
        guard limit.left > 0 else { return false }
        guard let networks = source.networks else { return true }
        let day = Timestamp(milliseconds: CountWindow.Span.day.floor(source.receivedAt.milliseconds))
        func counter(_ subject: Subject) -> Counter {
            Counter(day: day, kind: kind, tenant: source.tenant, subject: subject)
        }
        let network = counter(.network(networks.wide))
        var shares: [(counter: Counter, granted: Int)] = [
            (network, ClientNetworks.wideShare(of: limit.granted)),
            (counter(.address(networks.own)), ClientNetworks.ownShare(of: limit.granted)),
        ]
        if let installation = source.installation {
            let subject = Subject.installation(installation, network: networks.wide)
            shares.append((counter(subject), limit.twentieth))
        }
        let hasShare =
            shares.allSatisfy { used($0.counter, additions) < $0.granted }
            && (!limit.isReserve || used(network, additions) < limit.ofReserve)
        // A version comes with many values, so another network may need the word of one that has its share.
        var isConfirmed = false
        if let claim, !hasShare || kind == .shape || kind == .runGroup {
            isConfirmed = confirm(claim, by: networks.wide, in: source.tenant)
        }
        if !hasShare {
            guard let claim, isConfirmed else { return false }
            let beyond = counter(.claim(claim))
            guard used(beyond, additions) < limit.twentieth else { return false }
            shares.append((beyond, limit.twentieth))
        }
        for share in shares { additions.counts[share.counter, default: 0] += 1 }
        return true
    }

    /// Counts what a transaction has added, after its commit.
    func remember(_ additions: Additions) {
        guard !additions.counts.isEmpty else { return }
        counted.withLock { counted in
            for (counter, count) in additions.counts {
                counted[counter.kind, default: DayShares(columns: Self.columns)]
                    .add(count, to: counter, on: counter.day)
            }
        }
    }

    private func used(_ counter: Counter, _ additions: Additions) -> Int {
        let committed = counted.withLock { $0[counter.kind]?.used(by: counter, on: counter.day) ?? 0 }
        return Int(clamping: committed) + Int(clamping: additions.counts[counter] ?? 0)
    }

    /// - Returns: whether enough networks have sent the claim.
    private func confirm(_ claim: Claim, by network: String, in tenant: Int) -> Bool {
        let claimed = Claimed(tenant: tenant, claim: claim)
        return networks.withLock { networks in
            var known = networks[claimed] ?? []
            if known.count < Self.confirming, !known.contains(network) { known.append(network) }
            networks[claimed] = known
            return known.count >= Self.confirming
        }
    }
}

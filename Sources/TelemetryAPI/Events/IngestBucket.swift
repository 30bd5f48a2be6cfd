import Domain
import UseCases
import WebCore

/// A token bucket for deliveries.
struct IngestBucket {
    /// The name that clients see.
    let name: String
    let limit: RateLimit
    /// Whether the bucket belongs to a key or a tenant; addresses have no tenant.
    let isOfTenant: Bool
    let subject: String
    let unit: RateLimitUnit
    /// Whether clients see it only when it is exhausted.
    var isWide = false

    var id: String { "\(name) \(subject)" }

    func level(left: Int) -> RateLimitStatus.Level {
        .init(
            name: name,
            capacity: limit.capacity,
            period: limit.period,
            left: max(0, left),
            unit: unit,
            isWide: isWide
        )
    }
}

extension IngestLimits {
    /// The buckets of a key, of its tenant, of an address, and of the surrounding networks, because a client with a whole
    /// network has many addresses.
    func buckets(
        of unit: RateLimitUnit,
        key: APIKey.ID?,
        tenant: Tenant.ID?,
        address: String?
    ) -> [IngestBucket] {
        (key.map { [bucket(of: $0, unit)] } ?? []) + (tenant.map { [bucket(of: $0, unit)] } ?? [])
            + (address.map { buckets(of: $0, unit) } ?? [])
    }

    private func bucket(of key: APIKey.ID, _ unit: RateLimitUnit) -> IngestBucket {
        let name = IngestBucketNames.of(unit).key
        return IngestBucket(
            name: name.shown,
            limit: RateLimit(name.stored, capacity: unit == .events ? eventsPerKey : bytesPerKey, per: period),
            isOfTenant: true,
            subject: "\(key)",
            unit: unit
        )
    }

    private func bucket(of tenant: Tenant.ID, _ unit: RateLimitUnit) -> IngestBucket {
        let name = IngestBucketNames.of(unit).tenant
        let capacity = unit == .events ? eventsPerTenant : bytesPerTenant
        return IngestBucket(
            name: name.shown,
            limit: RateLimit(name.stored, capacity: capacity, per: period),
            isOfTenant: true,
            subject: "\(tenant)",
            unit: unit,
            isWide: true
        )
    }

    private func buckets(of address: String, _ unit: RateLimitUnit) -> [IngestBucket] {
        let perAddress = unit == .events ? eventsPerAddress : bytesPerAddress
        let names = IngestBucketNames.of(unit)
        let own = IngestBucket(
            name: names.address.shown,
            limit: RateLimit(names.address.stored, capacity: perAddress, per: period),
            isOfTenant: false,
            subject: AddressNetwork.of(address),
            unit: unit
        )
        return [own]
            + Self.networks(around: address).map { network in
                IngestBucket(
                    name: "network-\(network.bits)" + names.network.shown,
                    limit: RateLimit(names.network.stored, capacity: perAddress * network.times, per: period),
                    isOfTenant: false,
                    subject: network.subject,
                    unit: unit,
                    isWide: true
                )
            }
    }

    /// The /24 of an IPv4 address; the /56 and the /48 of an IPv6 one. `times` is the multiple of the limit of one
    /// address.
    private static func networks(around address: String) -> [(subject: String, bits: Int, times: Int)] {
        guard let address = IPAddress(address) else { return [] }
        let lengths = address.bytes.count == 4 ? [(3, 4)] : [(7, 4), (6, 16)]
        return lengths.map { bytes, times in
            ("\(Hexadecimal.encode(Array(address.bytes.prefix(bytes))))/\(bytes * 8)", bytes * 8, times)
        }
    }
}

/// The closed set of bucket names, for clients and for the database.
private struct IngestBucketNames {
    typealias Name = (shown: String, stored: RateLimit.StaticName)

    let key: Name
    let tenant: Name
    let address: Name
    let network: Name

    static func of(_ unit: RateLimitUnit) -> Self {
        switch unit {
        case .events:
            Self(
                key: ("key", "ingest/key"),
                tenant: ("tenant", "ingest/tenant"),
                address: ("address", "ingest/address"),
                network: ("", "ingest/network")
            )
        case .bytes:
            Self(
                key: ("key-bytes", "ingest/key-bytes"),
                tenant: ("tenant-bytes", "ingest/tenant-bytes"),
                address: ("address-bytes", "ingest/address-bytes"),
                network: ("-bytes", "ingest/network-bytes")
            )
        }
    }
}

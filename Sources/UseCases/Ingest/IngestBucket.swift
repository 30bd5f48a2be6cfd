import Domain

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
    /// The buckets of a key, of a client's shares of it, of its tenant, of an address, and of the surrounding networks,
    /// because a client with a whole network has many addresses.
    func buckets(
        of unit: RateLimitUnit,
        key: APIKey.ID?,
        tenant: Tenant.ID?,
        networks: ClientNetworks?,
        address: String?
    ) -> [IngestBucket] {
        var buckets: [IngestBucket] = []
        if let key {
            buckets.append(bucket(of: key, unit))
            if let networks { buckets += shares(of: key, networks, unit) }
        }
        if let tenant { buckets.append(bucket(of: tenant, unit)) }
        if let address { buckets += self.buckets(of: address, unit) }
        return buckets
    }

    /// Returns what one delivery is charged at most: the share of its address, so that it takes no more from others.
    func greatestCharge(of unit: RateLimitUnit, hasKey: Bool, networks: ClientNetworks?) -> Int {
        hasKey && networks != nil ? ClientNetworks.ownShare(of: capacity(ofKey: unit)) : .max
    }

    private func capacity(ofKey unit: RateLimitUnit) -> Int { unit == .events ? eventsPerKey : bytesPerKey }

    private func bucket(of key: APIKey.ID, _ unit: RateLimitUnit) -> IngestBucket {
        let name = IngestBucketNames.of(unit).key
        return IngestBucket(
            name: name.shown,
            limit: RateLimit(name.stored, capacity: capacity(ofKey: unit), per: period),
            isOfTenant: true,
            subject: "\(key)",
            unit: unit
        )
    }

    private func shares(of key: APIKey.ID, _ networks: ClientNetworks, _ unit: RateLimitUnit) -> [IngestBucket] {
        let names = IngestBucketNames.of(unit)
        let granted = capacity(ofKey: unit)
        return [
            IngestBucket(
                name: names.keyAddress.shown,
                limit: RateLimit(names.keyAddress.stored, capacity: ClientNetworks.ownShare(of: granted), per: period),
                isOfTenant: true,
                subject: "\(key) \(networks.own)",
                unit: unit
            ),
            IngestBucket(
                name: names.keyNetwork.shown,
                limit: RateLimit(names.keyNetwork.stored, capacity: ClientNetworks.wideShare(of: granted), per: period),
                isOfTenant: true,
                subject: "\(key) \(networks.wide)",
                unit: unit,
                isWide: true
            ),
        ]
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
            + AddressNetwork.wider(than: address).map { width, network in
                IngestBucket(
                    name: "network-\(width.bits)" + names.network.shown,
                    limit: RateLimit(names.network.stored, capacity: perAddress * width.times, per: period),
                    isOfTenant: false,
                    subject: "\(network)/\(width.bits)",
                    unit: unit,
                    isWide: true
                )
            }
    }
}

extension AddressNetwork.Width {
    fileprivate var bits: Int {
        switch self {
        case .ipv4Prefix24: 24
        case .ipv6Prefix56: 56
        case .ipv6Prefix48: 48
        }
    }

    /// The multiple of the limit of one address.
    fileprivate var times: Int {
        switch self {
        case .ipv4Prefix24, .ipv6Prefix56: 4
        case .ipv6Prefix48: 16
        }
    }
}

/// The closed set of bucket names, for clients and for the database.
private struct IngestBucketNames {
    typealias Name = (shown: String, stored: RateLimit.StaticName)

    let key: Name
    /// The shares of a key that an address and the network around it have.
    let keyAddress: Name
    let keyNetwork: Name
    let tenant: Name
    let address: Name
    let network: Name

    static func of(_ unit: RateLimitUnit) -> Self {
        switch unit {
        case .events:
            Self(
                key: ("key", "ingest/key"),
                keyAddress: ("key-address", "ingest/key-address"),
                keyNetwork: ("key-network", "ingest/key-network"),
                tenant: ("tenant", "ingest/tenant"),
                address: ("address", "ingest/address"),
                network: ("", "ingest/network")
            )
        case .bytes:
            Self(
                key: ("key-bytes", "ingest/key-bytes"),
                keyAddress: ("key-address-bytes", "ingest/key-address-bytes"),
                keyNetwork: ("key-network-bytes", "ingest/key-network-bytes"),
                tenant: ("tenant-bytes", "ingest/tenant-bytes"),
                address: ("address-bytes", "ingest/address-bytes"),
                network: ("-bytes", "ingest/network-bytes")
            )
        }
    }
}

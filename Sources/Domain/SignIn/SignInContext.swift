/// Describes where a sign-in comes from. Each admission of requests creates it once.
public struct SignInContext: Sendable {
    public let tenant: Tenant
    public let client: SignInClient

    public init(tenant: Tenant, client: SignInClient) {
        self.tenant = tenant
        self.client = client
    }

    public var device: Device { client.device }
    public var origin: RequestOrigin { client.origin }
    public var deviceToken: String? { client.deviceToken }
    /// The attempt that the client says this sign-in belongs to.
    public var trace: TraceID? { client.origin.trace }
}

/// The client of a sign-in, as its request describes it; the tenant may not be known yet.
public struct SignInClient: Sendable {
    public let device: Device
    public let origin: RequestOrigin
    /// The device token from an earlier sign-in.
    public let deviceToken: String?

    public init(device: Device, origin: RequestOrigin, deviceToken: String? = nil) {
        self.device = device
        self.origin = origin
        self.deviceToken = deviceToken
    }
}

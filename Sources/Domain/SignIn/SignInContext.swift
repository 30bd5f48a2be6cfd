/// Describes where a sign-in comes from.
public struct SignInContext: Sendable {
    public let tenant: Tenant
    public let device: Device
    public let origin: Principal.Origin
    /// The device token from an earlier sign-in.
    public let deviceMark: String?

    public init(tenant: Tenant, device: Device, origin: Principal.Origin, deviceMark: String? = nil) {
        self.tenant = tenant
        self.device = device
        self.origin = origin
        self.deviceMark = deviceMark
    }

    /// The attempt that the client says this sign-in belongs to.
    public var trace: TraceID? { origin.trace }
}

/// The client of a sign-in, as its request describes it; the tenant may not be known yet.
public struct SignInClient: Sendable {
    public let device: Device
    public let origin: RequestOrigin
    /// The device token from an earlier sign-in.
    public let deviceMark: String?

    public init(device: Device, origin: RequestOrigin, deviceMark: String? = nil) {
        self.device = device
        self.origin = origin
        self.deviceMark = deviceMark
    }
}

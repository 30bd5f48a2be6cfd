/// The device of a session, as the client describes it.
public struct Device: Sendable, Hashable {
    public let name: String?
    public let model: String?
    public let osVersion: String?
    public let appVersion: String?
    public let userAgent: String?

    public init(
        name: String? = nil,
        model: String? = nil,
        osVersion: String? = nil,
        appVersion: String? = nil,
        userAgent: String? = nil
    ) {
        self.name = name
        self.model = model
        self.osVersion = osVersion
        self.appVersion = appVersion
        self.userAgent = userAgent
    }

    /// The device without the user's name for it.
    public var unnamed: Device {
        Device(model: model, osVersion: osVersion, appVersion: appVersion, userAgent: userAgent)
    }
}

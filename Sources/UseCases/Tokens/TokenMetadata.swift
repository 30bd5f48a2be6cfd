import StrictJSON

/// The metadata of a user in a token: the providers they use, and the data the app stores with them.
public struct TokenMetadata: Sendable, Hashable {
    /// The maximum size; larger metadata is left out, because a token travels with every request.
    static let maximumBytes = 2048

    public let app: JSONObject
    public let user: JSONObject

    public init(app: JSONObject, user: JSONObject) {
        self.app = app
        self.user = user
    }

    /// `{"provider": "apple", "providers": ["apple", "email"]}`, in the terms of apps: a password is `email`.
    /// - Parameter app: further app metadata.
    public init(providers: [String], app: JSONObject = .init(), user: JSONObject = .init()) {
        var app = app
        app["provider"] = providers.first.map { .string($0) }
        app["providers"] = .array(providers.map { .string($0) })
        self.init(app: app, user: user)
    }

    /// Keeps only the providers when the metadata is too long.
    var shortApp: JSONObject {
        guard app.serialized().count > Self.maximumBytes else { return app }
        return JSONObject(app.filter { $0.name == "provider" || $0.name == "providers" }.map { ($0.name, $0.value) })
    }

    var hasProviders: Bool { !(app["providers"]?.arrayValue ?? []).isEmpty }
}

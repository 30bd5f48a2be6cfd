import Crypto
import Domain
import StrictJSON

/// What the events of one resource, or of one of its scopes, share.
struct OTLPShared {
    private(set) var fields: EventFields
    private(set) var attributes: EventAttributes
    /// A hash of all of it: equal records of two devices are two events.
    private(set) var digest: [UInt8]

    init(resource: JSONObject) {
        fields = EventFields(otlp: resource, of: .shared)
        attributes = EventAttributes(fields.rest).bounded()
        digest = Array(SHA256.hash(data: resource.canonical()))
    }

    /// Adds the scope, whose attributes come before those of the resource.
    func with(_ scope: OTLPScope) -> OTLPShared {
        var shared = self
        var own = EventFields(otlp: scope.attributes, of: .shared)
        if !scope.name.isEmpty { own.addRest("otel.scope.name", .string(scope.name)) }
        if !scope.version.isEmpty { own.addRest("otel.scope.version", .string(scope.version)) }
        shared.attributes = EventAttributes(own.rest).merging(attributes).bounded()
        own.merge(fields)
        shared.fields = own
        let identity: JSONObject = [
            "resource": .string(Hexadecimal.encode(digest)), "name": .string(scope.name),
            "version": .string(scope.version), "attributes": .object(scope.attributes),
        ]
        shared.digest = Array(SHA256.hash(data: identity.canonical()))
        return shared
    }
}

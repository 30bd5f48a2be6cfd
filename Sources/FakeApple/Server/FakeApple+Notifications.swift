import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1
import StrictJSON

extension FakeApple {
    /// The encoding of the events in a notification.
    public enum EventForm: Sendable, CaseIterable {
        /// A JSON string within the JSON, as Apple writes it.
        case text
        case object
        case array
    }

    /// Creates one event of a notification: `consent-revoked`, `account-delete`, `email-enabled`, `email-disabled`, or
    /// any other type.
    /// - Parameter time: in milliseconds; nil means now.
    public func event(_ type: String, of user: FakeUser, time: Int64? = nil) -> JSONObject {
        var event: JSONObject = [
            "type": .string(type), "sub": .string(user.subject),
            "event_time": .integer(time ?? fake.now().milliseconds),
        ]
        guard type.hasPrefix("email-"), let email = user.email else { return event }
        event["email"] = .string(email)
        event["is_private_email"] = .string(user.isPrivateEmail ? "true" : "false")
        return event
    }

    /// The claims around events, for tests to change.
    public func notificationClaims(
        _ events: [JSONObject],
        for clientID: String,
        form: EventForm = .text,
        id: String? = nil
    ) -> JSONObject {
        let seconds = fake.now().milliseconds / 1000
        let list = events.map { JSONValue.object($0) }
        let single: JSONValue = list.count == 1 ? list[0] : .array(list)
        let content: JSONValue =
            switch form {
            case .text: .string(single.text)
            case .object: single
            case .array: .array(list)
            }
        return [
            "iss": .string(FakeApple.issuer), "aud": .string(clientID), "iat": .integer(seconds),
            "exp": .integer(seconds + 86_400),
            "jti": .string(id ?? FakeNames.secret("n")), "events": content,
        ]
    }

    /// The body that Apple would post: `{"payload": "…"}`.
    public func notification(
        _ claims: JSONObject,
        header: JSONObject? = nil,
        signer: FakeSigner? = nil
    ) throws -> [UInt8] {
        let object: JSONObject = ["payload": .string(try identityToken(claims, header: header, signer: signer))]
        return object.serialized()
    }

    /// Notifies a tenant's endpoint of an event, once.
    /// - Returns: the status of the response.
    public func notify(_ type: String, about user: FakeUser, clientID: String, at address: String) async throws -> Int {
        try await post(try notification(notificationClaims([event(type, of: user)], for: clientID)), to: address)
    }

    /// - Returns: the status of the response.
    public func post(_ notification: [UInt8], to address: String) async throws -> Int {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: notification))
        return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status.code)
    }
}

import Domain
import Fixtures
import HTTPTypes
import Packing
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// An attachment is not kept, and costs no event that comes with it.
@Suite struct SentryAttachmentTests {
    private static let event =
        #"{"timestamp":1795251598.25,"level":"error","tags":{"auth.stage":"refresh"},"exception":{"values":[{"type":"NSOSStatusErrorDomain","value":"Code: -25308"}]}}"#

    /// Bytes that compression does not make fewer.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 42
        return (0..<count).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private static func envelope(attaching attachment: [UInt8]) -> [UInt8] {
        let head = """
            {"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:00:00Z"}
            {"type":"event"}
            \(event)
            {"type":"attachment","length":\(attachment.count),"filename":"screen.png"}

            """
        return Array(head.utf8) + attachment + [0x0A]
    }

    private func send(_ body: [UInt8], encoding: String, to server: AppServer) async throws -> AppServer.Answer {
        let key = try #require(DSNKey(server.acme.creation.ingestKey)).text
        let headers: HTTPFields = [.xSentryAuth: "Sentry sentry_key=\(key)", .contentEncoding: encoding]
        return try await server.send(.post, "/api/1/envelope/", headers: headers, body: body)
    }

    @Test(arguments: Packing.builtIn)
    func `an event with an attachment that does not compress is stored`(packing: Packing) async throws {
        let server = try await AppServer()
        let now = server.installation.clock.now
        let packed = packing.pack(Self.envelope(attaching: Self.noise(5 << 20)))

        let answer = try await send(packed, encoding: packing.contentEncoding, to: server)

        #expect(packed.count > EventLimits.compressedBytes)
        #expect(answer.status == 200, "\(answer.text)")
        let events = try await server.installation.services.events.page(
            EventQuery(from: now - .days(1), to: now + .days(1)),
            PageRequest(),
            grant: server.acme.system.grant()
        ).items
        #expect(events.map(\.code) == ["keychain.locked"])
        let counted = try await server.installation.services.events.outcomes(
            from: now - .hours(1),
            to: now + .days(1),
            grant: server.acme.system.grant()
        ).rows.map(\.items).filter { $0.outcome == .filtered }
        #expect(counted.map(\.count) == [1], "\(counted)")
    }

    @Test func `compressed envelopes have the limit of others, and the other formats keep theirs`() async throws {
        let server = try await AppServer()
        let long = [UInt8](repeating: 0x1F, count: EventLimits.decompressedBytes + 1)

        let answer = try await send(long, encoding: "gzip", to: server)
        let logs = try await server.send(
            .post,
            "/v1/logs",
            headers: [
                .authorization: "Bearer \(server.acme.creation.ingestKey.text)", .contentType: "application/json",
                .contentEncoding: "gzip",
            ],
            body: Array(long.prefix(EventLimits.compressedBytes + 1))
        )

        #expect(answer.status == 413, "\(answer.text)")
        #expect(logs.status == 413, "\(logs.text)")
        #expect(SentryFormat.maximumPackedBytes == EventLimits.decompressedBytes)
        #expect(NativeFormat.maximumPackedBytes == EventLimits.compressedBytes)
    }
}

import Domain
import SwiftProtobuf
import Testing

@testable import Ingest

/// Names of attributes that are made from nested objects, in all formats.
@Suite struct FlattenedNameTests {
    private static let path = (1...20).map { "level\($0)" }
    private static let nested =
        path.map { #"{"\#($0)":"# }.joined() + #"{"password":"hunter2"}"# + String(repeating: "}", count: path.count)

    private static func kept(_ delivery: EventDelivery) throws -> [EventAttribute] {
        let event = try #require(delivery.events.first)
        return Scrubber { _ in "" }.scrub(event).content.attributes
    }

    private static func native() throws -> EventDelivery {
        let body = #"{"events":[{"stage":"refresh","outcome":"failed","state":\#(nested)}]}"#
        return try NativeEvents.decode(Array(body.utf8), as: .json, receivedAt: Envelope.now)
    }

    private static func sentry(_ member: String) throws -> EventDelivery {
        try Envelope().with("event", #"{"\#(member)":{"app_tree":\#(nested)}}"#).decoded()
    }

    private static func otlp() throws -> EventDelivery {
        let value = path.reversed().reduce(
            ProtoAnyValue.with { $0.kvlistValue.values = [OTLPBody.attribute("password", "hunter2")] }
        ) { inner, name in
            .with { outer in
                outer.kvlistValue.values = [
                    .with {
                        $0.key = name
                        $0.value = inner
                    }
                ]
            }
        }
        let attribute = ProtoKeyValue.with {
            $0.key = "state"
            $0.value = value
        }
        return try OTLPBody.decode(OTLPBody.logs([OTLPBody.record([attribute])]))
    }

    @Test(arguments: ["native", "extra", "contexts", "otlp"])
    func `a long name keeps its last part, which says that the value is a secret`(format: String) throws {
        let delivery =
            switch format {
            case "native": try Self.native()
            case "otlp": try Self.otlp()
            default: try Self.sentry(format)
            }

        let attributes = try Self.kept(delivery)
        let secret = try #require(attributes.first { $0.name.hasSuffix(".password") })
        #expect(secret.name.utf8.count <= EventTextField.attributeName.maximumBytes && secret.name.hasPrefix("…"))
        #expect(attributes.allSatisfy { $0.value != .text("hunter2") })
    }

    @Test func `a cut name is whole characters, and a short one is not cut`() {
        let long = EventText.clippedName(String(repeating: "é", count: 100) + ".name")

        #expect(long.hasPrefix("…é") && long.hasSuffix("é.name"))
        #expect(long.utf8.count <= EventTextField.attributeName.maximumBytes)
        #expect(EventText.clippedName("a.b") == "a.b")
    }
}

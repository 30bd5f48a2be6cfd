#if os(Linux)
import CMalloc
import Domain
import Fixtures
import Foundation
import Ingest
import Testing

@testable import TelemetryAPI
@testable import UseCases

/// What is held for a delivery is what it takes, whatever a client sends: the budget of memory counts estimates.
@Suite(.serialized) struct DeliveryMemoryCostTests {
    /// A delivery as a client sends it that wants to take much memory.
    private struct Body: Sendable {
        let name: String
        let decode: @Sendable ([UInt8], Timestamp) throws -> EventDelivery
        let text: @Sendable (_ events: Int) -> String
        /// Its events, as many as make the delivery large.
        let events: Int
        /// The estimate is at most so many times the memory. Texts that events share are counted for each of them.
        var most = 4
    }

    /// Memory counts for the whole process, so this one has no other test.
    @Test func `the estimates of hostile deliveries are near to their memory`() async {
        await #expect(processExitsWith: .success) { try await DeliveryMemoryCostTests.measure() }
    }

    private static func measure() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let intake = acme.services.intake
        let now = acme.installation.clock.now
        let key = try #require(try await acme.services.authenticator.key(acme.creation.ingestKey.text, .ingest))
        let rules = try await intake.rules(for: key)
        for body in bodies {
            // What is made once does not count.
            for count in [10, body.events] {
                let bytes = Array(body.text(count).utf8)
                let start = used
                let delivery = try body.decode(bytes, now)
                let decoded = used - start
                let prepared = intake.classify(delivery, from: key, networks: nil, at: .none, by: rules)
                let both = used - start
                withExtendedLifetime((bytes, delivery, prepared)) {}
                guard count == body.events else { continue }

                #expect(decoded > 1 << 18, "\(body.name)")
                let held = DeliveryMemory.bytes(ofUnpacked: bytes.count)
                #expect(isNear(held, for: decoded + bytes.count, atMost: .max), "\(body.name): \(held) for \(decoded)")
                let estimate = delivery.memoryBytes
                #expect(
                    isNear(estimate, for: decoded, atMost: body.most),
                    "\(body.name): \(estimate) for \(decoded) when it is decoded"
                )
                let sum = estimate + prepared.memoryBytes
                #expect(
                    isNear(sum, for: both, atMost: body.most),
                    "\(body.name): \(sum) for \(both) when it is prepared"
                )
            }
        }
    }

    private static func isNear(_ estimate: Int, for bytes: Int, atMost most: Int) -> Bool {
        Double(estimate) >= 0.9 * Double(bytes) && Double(estimate) <= Double(most) * Double(bytes)
    }

    /// The memory of the process without what is freed.
    private static var used: Int {
        malloc_trim(0)
        // Its second number is the pages in memory.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return pages.count > 1 ? (Int(pages[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    // MARK: Bodies

    private static let bodies = [
        Body(
            name: "native: 110 attributes an event",
            decode: native,
            text: { nativeEvents($0, attributes(110, value: "a word or two of no meaning, ")) },
            events: 990
        ),
        Body(name: "native: texts that no two events share", decode: native, text: { unshared($0) }, events: 1000),
        Body(
            name: "native: attributes of one byte",
            decode: native,
            text: { nativeEvents($0, (0..<128).map { "\"\(name($0))\":1" }.joined(separator: ",")) },
            events: 1000
        ),
        Body(
            name: "native: texts that are just too long for a value",
            decode: native,
            text: { nativeEvents($0, attributes(128, value: "sixteen letters.")) },
            events: 1000
        ),
        Body(
            name: "native: a resource that each event has",
            decode: native,
            text: { "{\"resource\":{\(attributes(128, value: "x"))}," + list($0, #"{"outcome":"failed"}"#) + "}" },
            events: 1000,
            most: 8
        ),
        Body(
            name: "OpenTelemetry: a resource that each record has",
            decode: { try OTLPLogs.decode($0, as: .json, receivedAt: $1) },
            text: { count in
                let resource = (100..<228).map { number in
                    let text = String(repeating: "a word or two of no meaning, ", count: 4)
                    return #"{"key":"resource.attribute.\#(number)","value":{"stringValue":"\#(text)"}}"#
                }
                let record = #"{"timeUnixNano":"1795251599000000000","body":{"stringValue":"one of many records"}}"#
                let records = Array(repeating: record, count: count).joined(separator: ",")
                return #"{"resourceLogs":[{"resource":{"attributes":[\#(resource.joined(separator: ","))]},"#
                    + #""scopeLogs":[{"logRecords":[\#(records)]}]}]}"#
            },
            events: 5000,
            most: 12
        ),
        Body(
            name: "Sentry: records of one container",
            decode: { try SentryEvents.decode($0, as: .envelope, to: nil, receivedAt: $1) },
            text: { count in
                let members = (100..<228).map { "\"attribute.number\($0)\":{\"value\":\"sixteen letters.\"}" }
                let record = "{\"body\":\"one of many\",\"attributes\":{\(members.joined(separator: ","))}}"
                let records = Array(repeating: record, count: count).joined(separator: ",")
                return "{}\n{\"type\":\"log\"}\n{\"items\":[\(records)]}\n"
            },
            events: 1000
        ),
        Body(
            name: "Sentry: many events",
            decode: { try SentryEvents.decode($0, as: .envelope, to: nil, receivedAt: $1) },
            text: { count in
                let event = "{\"type\":\"event\"}\n{\"extra\":{\(attributes(120, value: "sixteen letters."))}}\n"
                return "{}\n" + String(repeating: event, count: count)
            },
            events: 1000
        ),
    ]

    private static let native: @Sendable ([UInt8], Timestamp) throws -> EventDelivery = {
        try NativeEvents.decode($0, as: .json, receivedAt: $1)
    }

    private static func attributes(_ count: Int, value: String) -> String {
        (100..<100 + count).map { "\"attribute.number\($0)\":\"\(value)\"" }.joined(separator: ",")
    }

    /// A name of one or two letters.
    private static func name(_ number: Int) -> String {
        let letters = Array("abcdefghijklmnop")
        return number < 16 ? "\(letters[number])" : "\(letters[number / 16])\(letters[number % 16])"
    }

    private static func list(_ count: Int, _ event: String) -> String {
        "\"events\":[\(Array(repeating: event, count: count).joined(separator: ","))]"
    }

    private static func nativeEvents(_ count: Int, _ attributes: String) -> String {
        "{\(list(count, "{\"outcome\":\"failed\",\"attributes\":{\(attributes)}}"))}"
    }

    /// Events of which each has its own version, device and so on.
    private static func unshared(_ count: Int) -> String {
        let names = ["provider", "app_version", "environment", "platform", "os_version", "device_model", "build"]
        let events = (0..<count).map { number in
            func text(_ name: String) -> String {
                let word = "\(name)-\(number)-"
                return word + String(repeating: "x", count: 128 - word.utf8.count)
            }
            let members = names.map { "\"\($0)\":\"\(text($0))\"" }.joined(separator: ",")
            let error = "{\"domain\":\"\(text("domain"))\",\"code\":\"\(text("code"))\"}"
            return "{\"outcome\":\"failed\",\"name\":\"\(text("name"))\",\"error\":\(error),\(members)}"
        }
        return "{\"events\":[\(events.joined(separator: ","))]}"
    }
}
#endif

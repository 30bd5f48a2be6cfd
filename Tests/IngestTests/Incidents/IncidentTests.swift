import Domain
import Foundation
import StrictJSON
import Testing

@testable import Ingest

/// Incidents from public documentation and reports, each with the party that could remove its cause. The party was
/// decided before the rules were written; `accept` has others that are no mistake.
@Suite struct IncidentTests {
    private static let start = Timestamp(milliseconds: 1_795_251_600_000)
    private static let later = start + .days(1)
    private static let attempt = TraceID("0af7651916cd43dd8448eb211c80319c")!

    @Test(arguments: [
        ("incidents.json", 9), ("more-incidents.json", 9), ("hard-incidents.json", 7), ("fresh-incidents.json", 8),
    ])
    func `most verdicts are right, and the others unclear`(file: String, ofTen: Int) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)
        let incidents = try #require(
            try JSONValue(parsing: [UInt8](Data(contentsOf: file))).arrayValue
        )
        var right = 0
        var wrong: [String] = []
        var unclear: [String] = []

        for incident in incidents {
            let (name, party) = (incident["id"]?.stringValue ?? "", incident["party"]?.stringValue ?? "")
            let accepted = [party] + (incident["accept"]?.arrayValue ?? []).compactMap(\.stringValue)
            let verdict = try verdict(of: incident)
            let answer = verdict.fault?.rawValue ?? verdict.conclusion.kind.rawValue
            let line = "\(name): \(answer) \(verdict.doubt?.rawValue ?? "") instead of \(party)"
            if accepted.contains(answer) {
                right += 1
            } else if verdict.doubt != nil {
                unclear.append(line)
            } else {
                wrong.append(line)
            }
            #expect(!verdict.evidence.isEmpty || verdict.doubt == .open, "\(name)")
        }

        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        #expect(incidents.count >= 40 && right * 10 >= incidents.count * ofTen, "\(unclear.joined(separator: "\n"))")
    }

    private func verdict(of incident: JSONValue) throws -> AttemptVerdict {
        let client = try (incident["client"]?.arrayValue ?? []).map(reported)
        let server = try (incident["server"]?.arrayValue ?? []).enumerated().map { try recorded($1, number: $0) }
        let timeline = AttemptTimeline(
            Self.attempt,
            (client + server).map { JoinedEvent($0, by: .byAttempt) },
            now: Self.later
        )
        func share(_ name: String) -> Share {
            let numbers = (incident[name]?.arrayValue ?? []).compactMap(\.integerValue)
            return numbers.count == 2 ? Share(Int(numbers[0]), of: Int(numbers[1])) : Share(0, of: 0)
        }
        let spread = CauseSpread(release: share("release"), others: share("others"))
        return AttemptEvidence(timeline, spread: spread, now: Self.later).verdict
    }

    /// An event of an app or a backend, from its bytes.
    private func reported(_ report: JSONValue) throws -> StoredEvent {
        let event = try #require(try delivery(of: report).events.first, "\(report)")
        let classified = Classifier.classify(Scrubber { _ in "" }.scrub(event), receivedAt: Self.later)
        return StoredEvent(
            content: classified.content,
            code: classified.code,
            receivedAt: Self.later,
            clockCorrection: classified.clockCorrection
        )
    }

    private func delivery(of report: JSONValue) throws -> EventDelivery {
        if let event = report["sentry"] {
            return try SentryEvents.decode(event.serialized(), as: .event, to: nil, receivedAt: Self.later)
        }
        if let logs = report["otlp"] {
            return try OTLPLogs.decode(logs.serialized(), as: .json, receivedAt: Self.later)
        }
        return try NativeEvents.decode(
            JSONValue.object(["events": [report["native"] ?? .null]]).serialized(),
            as: .json,
            receivedAt: Self.later
        )
    }

    /// A step that this server records.
    private func recorded(_ step: JSONValue, number: Int) throws -> StoredEvent {
        let object = step["attributes"]?.objectValue ?? JSONObject()
        let attributes = object.names.compactMap { name -> EventAttribute? in
            guard let value = object[name] else { return nil }
            if let text = value.stringValue { return EventAttribute(name, .text(text)) }
            if let number = value.integerValue { return EventAttribute(name, .integer(number)) }
            return value.boolValue.map { EventAttribute(name, .bool($0)) }
        }
        let time = Self.start + .milliseconds(try #require(step["at_ms"]?.integerValue))
        let stage = try #require(Stage(rawValue: step["stage"]?.stringValue ?? ""))
        let outcome = try #require(Outcome(rawValue: step["outcome"]?.stringValue ?? ""))
        let content = EventContent(
            id: Event.ID(.version7(at: Self.start, random: (0, UInt64(number)))),
            occurredAt: time,
            source: .server,
            stage: stage,
            outcome: outcome,
            texts: [.provider: step["provider"]?.stringValue],
            attempt: Self.attempt,
            attributes: attributes
        )
        return StoredEvent(
            content: content,
            code: step["code"]?.stringValue,
            receivedAt: time,
            clockCorrection: .zero
        )
    }
}

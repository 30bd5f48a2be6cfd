import Domain
import StrictJSON

/// A query for events, as typed. The first byte is the place of the cursor, for completion.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { input in
        let query = Array(input.dropFirst())
        do throws(QueryError) {
            check(try QueryParser.parse(bytes: query))
        } catch {
            expect(error.range.upperBound <= max(query.count, QueryLimits.textBytes + 1), "an error is in the query")
            expect(error.column >= 1 && error.length >= 0, "columns begin with 1")
        }
        complete(String(decoding: query, as: UTF8.self), at: Int(input.first ?? 0))
    }
}

private func check(_ condition: EventCondition) {
    let text = condition.description
    expect(text.utf8.count <= QueryLimits.canonicalBytes, "the canonical text is limited")
    let again = try? QueryParser.parse(text, maximumBytes: QueryLimits.canonicalBytes)
    expect(again == condition, "the canonical text reads back the same: \(text.debugDescription)")
    expect(condition.tests.count <= QueryLimits.terms, "the terms are limited")
    let split = condition.split
    for event in events {
        let isMatch = condition.matches(event, now: DeliveryChecks.receivedAt)
        let isSplitMatch = [split.times, split.rest].allSatisfy { $0.matches(event, now: DeliveryChecks.receivedAt) }
        expect(isMatch == (isSplitMatch && split.shapes.matches { event[$0] }), "the parts match the same: \(text)")
        expect(isMatch != condition.negated.matches(event, now: DeliveryChecks.receivedAt), "one of both matches")
    }
}

private func complete(_ text: String, at cursor: Int) {
    guard let cursor = QueryCursor(in: text, at: cursor) else { return }
    let completion = QueryCompletion(cursor, entries: [])
    expect(completion.word.upperBound <= text.utf8.count, "the replaced word is in the query")
    expect(completion.candidates.count <= QueryLimits.candidates, "the candidates are limited")
}

private let events: [ClassifiedEvent] = {
    let scrubber = Scrubber { _ in "1f2e3d4c" }
    let contents = [
        EventContent(
            id: Event.ID(.version7(at: DeliveryChecks.receivedAt, random: (0, 1))),
            occurredAt: DeliveryChecks.receivedAt,
            stage: .ui,
            outcome: .failed,
            texts: [.name: "sign-in", .appVersion: "2.4.0", .osVersion: "18.2"],
            error: EventError(domain: "NSURLErrorDomain", code: "-1001", message: "The request timed out.")
        ),
        EventContent(
            id: Event.ID(.version7(at: DeliveryChecks.receivedAt, random: (0, 2))),
            occurredAt: DeliveryChecks.receivedAt,
            stage: .ui,
            outcome: .success
        ),
    ]
    return contents.map { Classifier.classify(scrubber.scrub(DecodedEvent($0)), receivedAt: DeliveryChecks.receivedAt) }
}()

import Foundation
import Synchronization
import Testing

@testable import Domain

struct EventConditionTests {
    private static let now = Timestamp(rfc3339: "2026-11-22T12:00:00Z") ?? Timestamp(milliseconds: 0)

    /// A failure of Ada at 10:00:30.250.
    private static let event = StoredEvent(
        content: EventContent(
            id: Event.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
            occurredAt: now - .milliseconds(7_169_750),
            stage: .sessionStore,
            outcome: .failed,
            texts: [
                .appVersion: "2.4.0-beta.2+17", .osVersion: "18.2", .deviceModel: "iPhone16,1", .user: "ada",
                .platform: "iOS", .environment: "22C150",
            ],
            error: EventError(domain: "d", code: "-25308", message: "User INTERACTION is not allowed. École (*)"),
            attempt: TraceID("0af7651916cd43dd8448eb211c80319c")
        ),
        code: "keychain.locked",
        receivedAt: now,
        clockCorrection: .zero
    )

    @Test(arguments: [
        "", "code:keychain.locked", "code:keychain.*", "code:*locked", "code:key*.*d", "-outcome:cancelled",
        "stage:session-*",
        "source:client", "release:>=2.3", "release:<2.4", "release:2.4.0-beta.1..2.4.0-beta.2",
        "release:2.4.0-beta.2+17",
        "release:2.4.*", "os:18.2", "os:>=18.2,<1", "os:>18.1.9", "device:iPhone16,1", "device:iPhone*", "user:ada",
        "user:none,ada", "session:none", "-session:*", "-session:x", "attempt:0AF7651916CD43DD8448EB211C80319C",
        "attempt:0af7*319c", "interaction", "\"not allowed.\"", "user*allowed", "message:\"(*)\"", "École", "message:*",
        "time:2026-11-22", "time:2026-11-22T10:00Z", "time:2026-11-22T10:00:30", "time:2026-11-22T10:00:30.250Z",
        "time:<=2026-11-22T10:00Z", "time:-2h", "time:-2h..-1h", "time:>=2026-11-22", "time:<2026-11-22T10:00:30.251Z",
        "code:x OR user:ada", "-(code:x user:ada)", "platform:iOS", "-os:>=99", "environment:22C150",
        "time:2026-11-22T11:00:30+01:00", "release:>=2.4.0-beta.2",
    ])
    func `an event matches`(query: String) throws {
        #expect(try QueryParser.parse(query).matches(Self.event, now: Self.now))
    }

    @Test(arguments: [
        "-*", "code:keychain", "code:keychain.lockedx", "code:*keychain.locked*x", "code:k*k", "outcome:cancelled",
        "-stage:session-*", "source:server", "release:>=2.4", "release:2.4", "release:>2.4.0-beta.2", "os:18.2.0",
        "os:<18.2", "device:iPhone16", "user:Ada", "user:none", "session:*", "session:x", "attempt:*0af7", "ecole",
        "école", "allowed*user", "time:2026-11-21", "time:2026-11-22T10:01Z", "time:>2026-11-22T10:00Z", "time:-1h",
        "time:>2026-11-22", "time:<2026-11-22", "time:<2026-11-22T10:00:30.250Z", "user:ada code:x", "platform:ios",
        "-(code:x OR user:ada)", "time:>now", "network:wifi",
    ])
    func `an event does not match`(query: String) throws {
        #expect(try !QueryParser.parse(query).matches(Self.event, now: Self.now))
    }

    /// Counts how often it is read.
    private final class CountedEvent: SearchableEvent {
        let reads = Atomic(0)

        var content: EventContent {
            reads.add(1, ordering: .relaxed)
            return EventConditionTests.event.content
        }

        subscript(dimension: EventDimension) -> String? { EventConditionTests.event[dimension] }
    }

    @Test func `the message of an event is read once for all terms`() throws {
        let terms = (1..<QueryLimits.terms).map { "message:absent\($0)" } + ["message:interaction"]
        let event = CountedEvent()

        #expect(try QueryParser.parse(terms.joined(separator: " OR ")).matches(event, now: Self.now))

        #expect(event.reads.load(ordering: .relaxed) == 1)
    }

    @Test func `what a message answers is left out`() throws {
        let condition = try QueryParser.parse("message:INTERACTION user:ada -message:absent")

        #expect(condition.reduced(message: "User Interaction").description == "user:ada")
        #expect(condition.reduced(message: nil) == .nothing)
    }

    @Test func `texts are compared by their bytes, not by their normal form`() throws {
        var content = Self.event.content
        content.texts[.user] = "e\u{301}"
        let event = StoredEvent(content: content, code: nil, receivedAt: Self.now, clockCorrection: .zero)

        #expect(try QueryParser.parse("user:e\u{301}").matches(event, now: Self.now))
        #expect(try !QueryParser.parse("user:é").matches(event, now: Self.now))
        #expect(try QueryParser.parse("code:none").matches(event, now: Self.now))
    }

    @Test func `a test answers for the values of a dictionary`() throws {
        let versions = ["2.2.9", "2.3", "2.3.0+4", "2.4.0-beta.2", "2.4.0", "banana", "10.0"]
        let condition = try QueryParser.parse("release:>=2.3 -release:>=2.4,*banana*")

        let found = versions.filter { version in condition.matches { $0 == .appVersion ? version : nil } }

        #expect(found == ["2.3", "2.3.0+4", "2.4.0-beta.2"])
    }

    @Test func `a duration is compared with milliseconds`() throws {
        func matches(_ query: String, _ milliseconds: String?) throws -> Bool {
            try QueryParser.parse(query).tests.allSatisfy { $0.matches(value: milliseconds) }
        }

        #expect(try matches("duration:>2s", "2001") && !matches("duration:>2s", "2000"))
        #expect(try matches("duration:1s..2s", "2000") && !matches("duration:1s..2s", "2001"))
        #expect(try !matches("duration:>0ms", nil) && !matches("duration:>0ms", "x"))
    }

    @Test(arguments: [
        ("code:a release:>=2 time:-6h", "code:a app_version:>=2.0", "time:>=-6h", ""),
        ("code:a locked user:ada", "code:a", "", "message:locked user:ada"),
        ("(code:a OR user:ada) -outcome:failed", "-outcome:failed", "", "code:a OR user:ada"),
        ("code:a OR user:ada", "", "", "code:a OR user:ada"),
        ("time:-6h OR time:<-8h", "", "time:>=-6h,<-8h", ""),
        ("time:-6h OR code:a", "", "", "time:>=-6h OR code:a"),
    ])
    func `conjuncts are split by what answers them`(query: String, shapes: String, times: String, rest: String) throws {
        let condition = try QueryParser.parse(query)
        let split = condition.split

        #expect(split.shapes.description == shapes)
        #expect(split.times.description == times)
        #expect(split.rest.description == rest)
    }

    @Test func `only shapes and times are answered without rows`() throws {
        for query in ["", "code:a -os:18", "time:-6h OR code:a", "network:wifi"] {
            let needsRows = try QueryParser.parse(query).needsRows
            #expect(needsRows == (query == "network:wifi" && !EventTest(.dimension(.network), .exists).isAboutShape))
        }
        for query in ["locked", "user:ada", "code:a OR attempt:0af7*", "session:none", "-\"a\""] {
            #expect(try QueryParser.parse(query).needsRows, "\(query)")
        }
    }

    @Test func `what is left for a shape is decided by its rows`() throws {
        let condition = try QueryParser.parse("(code:a user:ada) OR (code:b locked)")
        func rest(_ code: String) -> String {
            condition.reduced { $0.field == .dimension(.code) ? $0.matches(value: code) : nil }.description
        }

        #expect(rest("a") == "user:ada")
        #expect(rest("b") == "message:locked")
        #expect(rest("c") == "-*")
    }

    @Test func `times that all events must have narrow the span`() throws {
        let condition = try QueryParser.parse("code:a time:>=2026-11-22T10:00Z time:<=2026-11-22T10:30Z -time:<-1h")
        let from = Self.now - .days(1)

        let selection = EventSelection(condition, from: from, to: Self.now, now: Self.now)

        #expect(selection.condition.description == "code:a")
        #expect(selection.from.rfc3339 == "2026-11-22T11:00:00.000Z")
        #expect(selection.to.rfc3339 == "2026-11-22T10:31:00.000Z")
        #expect(selection.isEmpty)
    }

    @Test func `alternatives of times do not narrow the span`() throws {
        let condition = try QueryParser.parse("time:-1h OR code:a")

        let selection = EventSelection(condition, from: Self.now - .days(1), to: Self.now, now: Self.now)

        #expect(selection.from == Self.now - .days(1))
        #expect(selection.condition == condition)
        #expect(!selection.isEmpty)
    }
}

import Database
import Domain
import Fixtures
import Foundation
import StrictJSON
import Testing

@testable import Stores

@Suite struct EventDictionaryTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)

    private func message(_ text: String) -> EventDictionary.MessageKey {
        .init(tenant: 1, message: EventMessage(EventError(domain: "d", code: "1", message: text)))
    }

    @Test func `what clients make up is remembered within a bound of memory`() {
        let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
        let text = String(repeating: "x", count: 2000)

        for number in 0..<10_000 {
            var lesson = EventDictionary.DictionaryDelta(readAt: now)
            lesson.messages[message("\(number) \(text)")] = number
            dictionary.remember(lesson)
        }

        #expect(dictionary.bytes > 0 && dictionary.bytes <= EventDictionary.rememberedBytes)
        #expect(
            dictionary.knownNumber(of: message("9999 \(text)"), at: now) == 9999
        )
        #expect(dictionary.knownNumber(of: message("0 \(text)"), at: now) == nil)
    }

    @Test func `subjects that differ at their end alone have different hashes`() {
        let prefix = String(repeating: "a", count: 100)

        let hashes = Set((0..<1000).map { SubjectValue(EventSubject.bytes("\(prefix)\($0 + 1000)")).hashValue })

        #expect(hashes.count == 1000)
    }

    @Test func `subjects are compared and ordered as their bytes`() {
        var random = SystemRandomNumberGenerator()
        let values = (0..<200).map { _ in
            Data(
                (0..<[0, 1, 15, 16, 16, 16, 17].randomElement()!).map { _ in UInt8.random(in: 254...255, using: &random)
                }
            )
        }

        for (left, right) in zip(values + values, values.shuffled() + values) {
            let (first, second) = (SubjectValue(left), SubjectValue(right))
            #expect(first.bytes == left)
            #expect((first == second) == (left == right))
            #expect((first < second) == left.lexicographicallyPrecedes(right))
            if first == second { #expect(first.hashValue == second.hashValue) }
        }
    }

    @Test func `a flood of new subjects leaves those in use in the cache`() {
        let cache = SubjectCache(maximumCount: 100)
        let ada = SubjectCache.Key(tenant: 1, value: SubjectValue(Data("ada".utf8)))
        cache.remember([ada: 7], readAt: now)

        for number in 0..<1000 {
            cache.remember([.init(tenant: 1, value: SubjectValue(Data("\(number)".utf8))): number], readAt: now)
            if number % 50 == 0 { #expect(cache.number(of: ada, at: now) == 7) }
        }

        #expect(cache.number(of: .init(tenant: 1, value: SubjectValue(Data("999".utf8))), at: now) == 999)
        #expect(cache.number(of: .init(tenant: 1, value: SubjectValue(Data("1".utf8))), at: now) == nil)
        #expect(cache.number(of: .init(tenant: 2, value: SubjectValue(Data("ada".utf8))), at: now) == nil)
    }

    /// - Parameter texts: by columns.
    private func shape(_ texts: [String: String] = [:]) throws -> Shape {
        let names = ShapeColumns.all.map(\.name)
        let server = ["source": "client", "stage": "refresh", "outcome": "failed"]
        return try Shape(
            Row(
                columns: Row.Columns(names),
                values: names.map { name in (texts[name] ?? server[name]).map { SQLValue.text($0) } ?? .null }
            )
        )
    }

    @Test func `folded shapes and failures have limits of their own, beyond which all texts are the same`()
        async throws
    {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        let now = installation.clock.now
        let failures = (3...5).map { number in
            var failure = FailureKey(stage: .refresh, code: "server.unavailable")
            failure.httpClass = number
            failure.root = FailureKey.Pair(domain: "Acme.\(number)", code: "1")
            return failure
        }
        let columns = ["app_version", "build", "platform"]
        let shapes = try columns.map { try shape([$0: "1"]) }

        let numbers = try await installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                """
                UPDATE event_growth SET shapes = \(EventDictionary.shapesPerDay),
                    failures = \(EventDictionary.failuresPerDay),
                    folded_shapes = \(EventDictionary.foldedShapesPerDay - 1),
                    folded_failures = \(EventDictionary.foldedFailuresPerDay - 1)
                """
            )
            let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
            var delta = EventDictionary.DictionaryDelta(readAt: now)
            let source = EventDictionary.EventSource(tenant: 1, receivedAt: now, networks: nil, installation: nil)
            let ofFailures = try failures.map { try dictionary.number(of: $0, from: source, &delta, transaction) }
            let ofShapes = try shapes.map { try dictionary.number(of: $0, from: source, &delta, transaction) }
            try dictionary.storeGrowth(delta, transaction)
            return [ofFailures, ofShapes]
        }

        // After the failure and the shape of the event: one is folded, two are bare.
        #expect(numbers == [[2, 3, 3], [2, 3, 3]])
        let growth = try await installation.events.read(.installation("test")) { transaction in
            try transaction.row("SELECT folded_shapes, folded_failures FROM event_growth")?.values
        }
        #expect(
            growth == [
                .integer(Int64(EventDictionary.foldedShapesPerDay)),
                .integer(Int64(EventDictionary.foldedFailuresPerDay)),
            ]
        )
    }

    @Test(arguments: [("unclassified", false), ("apple.sheet.unclassified", false), ("keychain.locked", true)])
    func `half of a day's failures are for known codes`(code: String, hasRoom: Bool) async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        let now = installation.clock.now
        var failure = FailureKey(stage: .refresh, code: code)
        failure.root = FailureKey.Pair(domain: "Made.Up", code: "1")

        let texts = try await installation.events.write(.installation("test")) { [failure] transaction in
            let used = EventDictionary.failuresPerDay - EventDictionary.failuresForKnownCodes
            try transaction.execute("UPDATE event_growth SET failures = \(used)")
            let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
            var delta = EventDictionary.DictionaryDelta(readAt: now)
            let source = EventDictionary.EventSource(tenant: 1, receivedAt: now, networks: nil, installation: nil)
            let number = try dictionary.number(of: failure, from: source, &delta, transaction)
            return try transaction.rows("SELECT root_domain FROM failures WHERE tenant_id = 1 AND id = \(number)")
        }

        let domain: String? = try texts.first?.find("root_domain")
        #expect(domain == (hasRoom ? "Made.Up" : nil))
    }

    @Test func `subjects of a batch get their numbers in its order, each once`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        try await acme.deliver([acme.event(1)])
        let now = installation.clock.now

        let numbers = try await installation.events.write(.installation("test")) { transaction in
            let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
            let source = EventDictionary.EventSource(tenant: 1, receivedAt: now, networks: nil, installation: nil)
            var delta = EventDictionary.DictionaryDelta(readAt: now)
            func numbers(_ texts: [String?]) throws -> [Int?] {
                try dictionary.numbers(of: texts.map { $0.map(EventSubject.value) }, from: source, &delta, transaction)
            }
            let first = try numbers(["eve", nil, "ada", "eve", "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907"])
            let second = try numbers(["bob", "ada", nil, "01A3F1C2-7B1E-4C3A-9B5D-2F64C1E8A907", "eve", "bob"])
            try dictionary.storeGrowth(delta, transaction)
            dictionary.remember(delta)
            delta = EventDictionary.DictionaryDelta(readAt: now)
            return (first, second, try numbers(["bob", "eve", "cyd"]), try numbers([nil]), try numbers([]))
        }

        let (first, second, third) = (numbers.0, numbers.1, numbers.2)
        #expect(first.map { $0 == nil } == [false, true, false, false, false] && first[0] == first[3])
        #expect(second == [second[0], first[2], nil, first[4], first[0], second[0]])
        #expect(third == [second[0], first[0], third[2]])
        #expect(numbers.3 == [nil] && numbers.4 == [])
        #expect(Set([first[0], first[2], first[4], second[0], third[2]].compactMap(\.self)).count == 5)
    }

    @Test func `what is added counts on the day of its delivery, when a transaction has deliveries of two days`()
        async throws
    {
        let installation = try await Installation()
        for slug in ["acme", "globex"] {
            let tenant = try await TestTenant(slug, in: installation)
            try await tenant.deliver([tenant.event(1)])
        }
        let midnight = Timestamp(milliseconds: 20_000 * 86_400_000)
        let times = [(1, midnight - .milliseconds(1)), (2, midnight), (1, midnight)]

        let counts = try await installation.events.write(.installation("test")) { transaction in
            try transaction.execute("DELETE FROM event_growth")
            let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
            var delta = EventDictionary.DictionaryDelta(readAt: midnight)
            for (number, (tenant, time)) in times.enumerated() {
                let source = EventDictionary.EventSource(
                    tenant: tenant,
                    receivedAt: time,
                    networks: nil,
                    installation: nil
                )
                let added = try shape(["build": "\(number)"])
                _ = try dictionary.number(of: added, from: source, &delta, transaction)
                let error = EventError(domain: "d", code: "1", message: "\(number)")
                _ = try dictionary.number(of: EventMessage(error), from: source, &delta, transaction)
                var failure = FailureKey(stage: .refresh, code: "keychain.locked")
                failure.root = FailureKey.Pair(domain: "d", code: "\(number)")
                _ = try dictionary.number(of: failure, from: source, &delta, transaction)
            }
            try dictionary.storeGrowth(delta, transaction)
            return try transaction.rows("SELECT tenant_id, day, shapes FROM event_growth ORDER BY tenant_id, day")
        }

        #expect(
            counts.map(\.values)
                == [[1, 19_999, 1], [1, 20_000, 1], [2, 20_000, 1]].map { $0.map(SQLValue.integer) }
        )
    }

    @Test func `cached numbers are trusted for an hour after they were read`() throws {
        let dictionary = EventDictionary(cost: RowCost(engine: .sqlite))
        let ada = SubjectCache.Key(tenant: 1, value: SubjectValue(Data("ada".utf8)))
        var first = EventDictionary.DictionaryDelta(readAt: now)
        first.messages[message("late")] = 3
        first.subjects[ada] = 7
        let failure = EventDictionary.FailureNumberKey(tenant: 1, key: FailureKey(stage: .refresh, code: "late"))
        first.failures[failure] = 8
        let shape = EventDictionary.ShapeKey(tenant: 1, shape: try shape())
        first.shapes[shape] = 9
        dictionary.remember(first)
        var second = EventDictionary.DictionaryDelta(readAt: now + .minutes(40))
        second.messages[message("early")] = 4
        dictionary.remember(second)
        func found(_ time: Timestamp) -> [Int?] {
            [
                dictionary.subjects.number(of: ada, at: time),
                dictionary.knownNumber(of: message("late"), at: time),
                dictionary.knownNumber(of: failure, at: time), dictionary.knownNumber(of: shape, at: time),
            ]
        }

        #expect(found(now + .minutes(59)) == [7, 3, 8, 9])
        #expect(found(now + .minutes(60)) == [nil, nil, nil, nil])
        // The clock was set back, so the time since then is unknown.
        #expect(found(now - .seconds(1)) == [nil, nil, nil, nil])
        dictionary.remember(EventDictionary.DictionaryDelta(readAt: now + .minutes(70)))
        #expect(dictionary.bytes == 0)
    }

    /// Databases hold it: with another one, every failure would be stored a second time.
    @Test func `the fingerprint of a failure never changes`() {
        var failure = FailureKey(stage: .sessionStore, code: "keychain.locked")
        failure.root = .init(domain: "App.Error", code: "3")
        failure.cause = .init(domain: "NSOSStatusErrorDomain", code: "-25308")
        failure.httpClass = 4

        #expect(Array(failure.fingerprint) == Hexadecimal.decode("a87b26a2cd78d4ca320a5f9d3e6478c8"))
        #expect(Array(failure.folded.fingerprint) == Hexadecimal.decode("82f420b231678dddecb2326e369b8802"))
    }
}

extension SubjectCache {
    fileprivate func number(of key: Key, at now: Timestamp) -> Int? {
        numbers(of: [key.value], tenant: key.tenant, at: now)[0]
    }
}

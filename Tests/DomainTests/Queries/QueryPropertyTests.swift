import Testing

@testable import Domain

struct QueryPropertyTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the canonical text of any query reads back the same`(seed: UInt64) throws {
        var generator = QueryGenerator(state: seed)
        var read = 0

        for _ in 0..<150 {
            let query = generator.chance(2) ? generator.query() : generator.noise()
            guard let condition = try? QueryParser.parse(query) else { continue }
            read += 1
            let text = condition.description
            let again = try QueryParser.parse(text, maximumBytes: QueryLimits.canonicalBytes)
            #expect(again == condition, "\(query) → \(text)")
            #expect(again.description == text)
            #expect(Self.isNormal(condition), "\(query)")
        }
        #expect(read > 50)
    }

    /// The largest queries become the longest texts.
    @Test func `the canonical text of the largest queries is short enough`() throws {
        let values = Array(repeating: "", count: QueryLimits.terms).enumerated().map { "\"\($0.offset),\\\\\"" }
        let list = "-device:" + values.joined(separator: ",")
        let groups = String(repeating: "-(a OR ", count: QueryLimits.depth) + "device:\"a\",\"b\""
        let breaks = "device:\"\(String(repeating: "\n", count: QueryLimits.textBytes - 9))\""
        for query in [list, groups + String(repeating: ")", count: QueryLimits.depth), breaks] {
            let condition = try QueryParser.parse(query)
            let text = condition.description
            #expect(text.utf8.count <= QueryLimits.canonicalBytes)
            #expect(try QueryParser.parse(text, maximumBytes: QueryLimits.canonicalBytes) == condition)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a condition matches what its parts say`(seed: UInt64) throws {
        var generator = QueryGenerator(state: seed &+ 1000)
        var matched = 0

        for _ in 0..<80 {
            let parts = (generator.query(), generator.query())
            guard let left = try? QueryParser.parse(parts.0), let right = try? QueryParser.parse(parts.1) else {
                continue
            }
            let all = try QueryParser.parse("(\(parts.0)) (\(parts.1))")
            let any = try QueryParser.parse("(\(parts.0)) OR (\(parts.1))")
            let not = try QueryParser.parse("-(\(parts.0))")
            for _ in 0..<5 {
                let event = generator.event()
                let (isLeft, isRight) = (matches(left, event), matches(right, event))
                matched += isLeft ? 1 : 0
                #expect(matches(all, event) == (isLeft && isRight), "\(parts)")
                #expect(matches(any, event) == (isLeft || isRight), "\(parts)")
                #expect(matches(not, event) == !isLeft, "\(parts)")
            }
        }
        #expect(matched > 20)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `split, reduced and narrowed conditions match the same events`(seed: UInt64) throws {
        var generator = QueryGenerator(state: seed &+ 2000)
        let now = QueryGenerator.now

        for _ in 0..<80 {
            guard let condition = try? QueryParser.parse(generator.query()) else { continue }
            let split = condition.split
            #expect(split.shapes.tests.allSatisfy { $0.isAboutShape })
            #expect(split.times.tests.allSatisfy { $0.field == .time })
            for _ in 0..<3 {
                let event = generator.event()
                let expected = matches(condition, event)
                let parts = [split.times, split.rest].allSatisfy { matches($0, event) }
                #expect((parts && split.shapes.matches { event[$0] }) == expected, "\(condition)")
                let rest = condition.reduced {
                    $0.isAboutShape ? EventCondition.test($0).matches(event, now: now) : nil
                }
                #expect(!rest.tests.contains { $0.isAboutShape })
                #expect(matches(rest, event) == expected, "\(condition)")
                let from = now - .days(30)
                let selection = EventSelection(condition, from: from, to: now + .days(1), now: now)
                #expect(selection.matches(event) == expected, "\(condition)")
                #expect(!(selection.isEmpty && expected))
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `an error is at a place of the text`(seed: UInt64) {
        var generator = QueryGenerator(state: seed &+ 3000)

        for _ in 0..<150 {
            let query = generator.noise()
            do {
                _ = try QueryParser.parse(query)
            } catch {
                #expect(error.range.upperBound <= query.utf8.count, "\(query)")
                #expect((1...query.count + 1).contains(error.column), "\(query)")
                #expect(!error.sentence.isEmpty)
            }
        }
    }

    private func matches(_ condition: EventCondition, _ event: StoredEvent) -> Bool {
        condition.matches(event, now: QueryGenerator.now)
    }

    private static func isNormal(_ condition: EventCondition) -> Bool {
        switch condition {
        case .everything, .nothing, .test, .not: true
        case .all(let inner):
            isNormalList(inner) && !inner.contains { if case .all = $0 { true } else { false } }
        case .any(let inner):
            isNormalList(inner) && !inner.contains { if case .any = $0 { true } else { false } }
        }
    }

    private static func isNormalList(_ inner: [EventCondition]) -> Bool {
        inner.count > 1 && Set(inner).count == inner.count && !inner.contains(.everything) && !inner.contains(.nothing)
            && inner.allSatisfy(isNormal)
    }
}

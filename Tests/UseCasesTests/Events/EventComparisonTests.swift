import Domain
import Testing
import UseCases

@Suite struct EventComparisonTests {
    private let platform = EventFacet(.platform)
    private let version = EventFacet(.appVersion)

    private func entry(_ facet: EventFacet, _ value: String?, _ selected: Int, _ baseline: Int) -> ValueCounts.Entry {
        ValueCounts.Entry(facet: facet, value: value, selected: selected, baseline: baseline)
    }

    private func comparison(
        _ entries: [ValueCounts.Entry],
        of selected: Int,
        and baseline: Int,
        limit: Int = 20
    ) -> EventComparison {
        EventComparison(
            ValueCounts(entries: entries, selected: selected, baseline: baseline, isComplete: true),
            limit: limit
        )
    }

    @Test func `values are ranked by the difference of their shares`() throws {
        let found = comparison(
            [
                entry(platform, "ios", 60, 400), entry(version, "2.4", 90, 100), entry(version, "2.3", 30, 900),
            ],
            of: 100,
            and: 1000
        )

        #expect(found.differences.map(\.value) == ["2.4", "2.3", "ios"])
        let first = try #require(found.differences.first)
        #expect(first.selectedShare == 0.9 && first.baselineShare == 0.1)
        #expect(abs(first.difference - 0.8) < 1e-12)
        #expect(first.selected == 90 && first.baseline == 100)
        #expect(found.differences[1].sureDifference < 0)
    }

    @Test func `what chance explains is no difference`() {
        let found = comparison(
            [entry(platform, "ios", 52, 500), entry(platform, "android", 48, 500), entry(version, "2.4", 0, 3)],
            of: 100,
            and: 1000
        )

        #expect(found.differences.isEmpty)
    }

    @Test func `a sure difference comes before a larger one of few events`() {
        let few = comparison([entry(platform, "few", 5, 300)], of: 6, and: 1000).differences
        let many = comparison([entry(platform, "many", 4000, 3000)], of: 5000, and: 10_000).differences

        #expect(few.count == 1 && many.count == 1)
        #expect(few[0].difference > many[0].difference)
        #expect(abs(few[0].sureDifference) < abs(many[0].sureDifference))
    }

    @Test(arguments: [(4, 1000), (1000, 4), (0, 0), (0, 100)])
    func `too few events are not compared`(selected: Int, baseline: Int) {
        let found = comparison([entry(platform, "ios", selected, 0)], of: selected, and: baseline)

        #expect(found.differences.isEmpty)
        #expect(found.selected == selected && found.baseline == baseline)
    }

    @Test func `events without a value count as a value`() {
        let found = comparison([entry(platform, nil, 50, 0), entry(platform, "ios", 0, 50)], of: 50, and: 50)

        #expect(found.differences.map(\.value) == [nil, "ios"] || found.differences.map(\.value) == ["ios", nil])
        #expect(found.differences.allSatisfy { abs(abs($0.difference) - 1) < 1e-12 })
    }

    /// Newcombe (1998), Statistics in Medicine 17:873–890, table II, method 10: 56/70 and 48/80.
    @Test func `the interval is that of Newcombe's hybrid score`() throws {
        let found = comparison([entry(platform, "ios", 56, 48)], of: 70, and: 80)

        let difference = try #require(found.differences.first)
        #expect(abs(difference.sureDifference - 0.0524) < 0.0001)
    }

    @Test func `an answer has no more differences than asked for, in a stable order`() {
        let entries = (0..<40).map { entry(version, "v\($0)", 20, 0) }

        let forward = comparison(entries, of: 800, and: 800, limit: 10)
        let backward = comparison(entries.reversed(), of: 800, and: 800, limit: 10)

        #expect(forward.differences.count == 10)
        #expect(forward == backward)
    }

    @Test func `the range before has the same length and question`() throws {
        let now = Timestamp(milliseconds: 1_795_251_600_000)
        var query = EventQuery(from: now - .days(1), to: now)
        query.condition = try QueryParser.parse("platform:ios time:-6h")
        query[.environment] = "production"

        let before = query.baseline(.before, now: now)
        let others = query.baseline(.others, now: now)

        #expect(before.from == now - .hours(12) && before.to == now - .hours(6))
        #expect(before.condition == (try QueryParser.parse("platform:ios")))
        #expect(before[.environment] == "production")
        #expect(others == EventQuery(from: now - .days(1), to: now))
    }

    @Test func `another query asks about the same range, without the filters of the first`() throws {
        let now = Timestamp(milliseconds: 1_795_251_600_000)
        var query = EventQuery(from: now - .days(1), to: now)
        query.condition = try QueryParser.parse("release:2.4")
        query[.environment] = "production"
        let condition = try QueryParser.parse("release:2.3")

        let other = query.baseline(.query(condition), now: now)

        var expected = EventQuery(from: now - .days(1), to: now)
        expected.condition = condition
        #expect(other == expected)
    }
}

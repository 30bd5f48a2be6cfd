import Testing

@testable import UseCases

@Suite struct SheddingLevelTests {
    @Test func `a level begins at once when the queue fills`() {
        let levels = [0, 0.49, 0.5, 0.69, 0.7, 0.84, 0.85, 5].map { SheddingLevel.none.next(pressure: $0) }

        #expect(
            levels == [
                .none, .none, .successes, .successes, .information, .information, .frequentFailures, .frequentFailures,
            ]
        )
    }

    @Test(arguments: [
        (0.85, SheddingLevel.frequentFailures), (0.61, .frequentFailures), (0.59, .information), (0.46, .information),
        (0.44, .successes), (0.26, .successes), (0.24, .none), (0, .none),
    ])
    func `a level ends when the queue has drained by a margin`(pressure: Double, level: SheddingLevel) {
        #expect(SheddingLevel.frequentFailures.next(pressure: pressure) == level)
    }

    @Test func `what fills a queue to its limit sheds most, and what does not fill it sheds nothing`() {
        #expect(SheddingLevel.successes.next(pressure: .infinity) == .frequentFailures)
        #expect(SheddingLevel.successes.next(pressure: 0) == .none)
    }

    @Test func `the budget of the day sheds in the same order`() {
        let levels = [0, 0.79, 0.8, 0.9, 0.95, 1.2].map { SheddingLevel.budget(used: $0) }

        #expect(levels == [.none, .none, .successes, .information, .frequentFailures, .frequentFailures])
    }
}

import Domain
import Testing

/// What failed tries have in common: said only when it tells something.
@Suite struct CommonTraitTests {
    private func trait(_ failing: (Int, Int), _ succeeding: (Int, Int), _ value: String = "18.2") -> CommonTrait {
        CommonTrait(
            dimension: .osVersion,
            value: value,
            failing: Share(failing.0, of: failing.1),
            succeeding: Share(succeeding.0, of: succeeding.1)
        )
    }

    @Test(arguments: [
        ((80, 100), (400, 1000), true), ((79, 100), (100, 1000), false), ((80, 100), (401, 1000), false),
        ((100, 100), (500, 1000), true), ((20, 20), (0, 20), true), ((19, 19), (0, 1000), false),
        ((100, 100), (0, 19), false), ((100, 100), (0, 0), false), ((0, 0), (0, 0), false),
    ])
    func `a value tells that covers four of five failed tries and twice the share of the others`(
        failing: (Int, Int),
        succeeding: (Int, Int),
        isTelling: Bool
    ) {
        #expect(trait(failing, succeeding).isTelling == isTelling)
    }

    @Test func `the value that is rarest among the others tells most`() {
        let (often, rare) = (trait((100, 100), (400, 1000), "a"), trait((90, 100), (10, 1000), "b"))
        let tie = trait((95, 100), (10, 1000), "c")

        #expect(CommonTrait.telling([often, rare]) == rare)
        #expect(CommonTrait.telling([rare, tie]) == tie && CommonTrait.telling([tie, rare]) == tie)
        #expect(CommonTrait.telling([trait((10, 100), (0, 1000))]) == nil && CommonTrait.telling([]) == nil)
    }
}

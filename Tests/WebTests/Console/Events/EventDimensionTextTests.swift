import Domain
import Testing

@testable import Console

@Suite struct EventDimensionTextTests {
    @Test func `every dimension has a label, and every label a dimension`() {
        let keys = EventDimension.allCases.map(\.definition.labelKey)

        #expect(EventDimensionText.labels.keys.sorted() == keys.sorted())
    }
}

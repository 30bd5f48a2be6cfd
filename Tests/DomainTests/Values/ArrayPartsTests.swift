import Domain
import Testing

@Suite struct ArrayPartsTests {
    @Test(arguments: [(0, []), (1, [1]), (3, [3]), (4, [3, 1]), (9, [3, 3, 3])])
    func `the parts of an array are its elements, each once and in their order`(count: Int, sizes: [Int]) {
        let elements = Array(0..<count)

        let parts = elements.parts(of: 3).map(Array.init)

        #expect(parts.map(\.count) == sizes)
        #expect(parts.flatMap(\.self) == elements)
    }
}

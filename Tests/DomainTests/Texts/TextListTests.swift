import Domain
import StrictJSON
import Testing

@Suite struct TextListTests {
    @Test(arguments: [
        ([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a et b"),
        (["a", "b", "c"], "a, b and c", "a, b et c"),
    ])
    func `items are one phrase in the language`(items: [String], english: String, french: String) throws {
        let catalogue = try TextCatalogue([
            .english: ["common": ["common.list": "{items} and {last}"]],
            .french: ["common": ["common.list": "{items} et {last}"]],
        ])

        #expect(catalogue.texts(in: .english).list(items) == english)
        #expect(catalogue.texts(in: .french).list(items) == french)
    }
}

import Domain
import Testing

@Suite struct TypedCodeTests {
    @Test(arguments: [
        "83920147", "8392 0147", "8392-0147", "٨٣٩٢٠١٤٧", "۸۳۹۲۰۱۴۷", "८३९२०१४७", "８３９２０１４７", "৮৩৯২০১৪৭",
        "8392\u{A0}0147", "8392–0147", "\u{200F}8392\u{200B}0147", "8392\u{3000}０１４７", " 83920147\n",
    ])
    func `a code is read in the digits of any script and with any grouping`(typed: String) {
        #expect(TypedCode(typed).text == "83920147")
    }

    @Test func `full-width letters are those of ASCII`() {
        #expect(TypedCode("７ｋＱ２－ｍ０ｘｗ").text == "7kQ2m0xw")
    }

    @Test(arguments: ["", "839x", "839\u{301}", "①②③", "八三九", "½"])
    func `what is no digit does not become one`(typed: String) {
        #expect(TypedCode(typed).text == typed)
    }

    @Test func `a text far too long is no code`() {
        #expect(TypedCode(String(repeating: "8", count: 1000)).text == "")
    }
}

import Domain
import Testing

@Suite struct SearchTermsTests {
    @Test(arguments: [
        ["D'Angelo", "D’Angelo", "D‘Angelo", "D´Angelo", "D`Angelo", "DʼAngelo", "D＇Angelo", "D′Angelo", "d'ANGELO"],
        [
            "Anne-Marie", "Anne‐Marie", "Anne‑Marie", "Anne–Marie", "Anne—Marie", "Anne−Marie", "Anne－Marie",
            "Anne\u{AD}-Marie",
        ],
        ["Ada Lovelace", "Ada\u{A0}Lovelace", "Ada\u{202F}Lovelace", "Ada\u{2009}Lovelace", "Ada\u{3000}Lovelace"],
        ["Hawaiʻi Kaʻahumanu", "Hawai'i Ka'ahumanu"], ["בן־גוריון", "בן-גוריון"], ["ג׳ורג׳", "ג'ורג'"],
        ["علی\u{200C}رضا", "علیرضا"],
    ])
    func `names that differ in the kind of apostrophe, hyphen or blank have one key and are found alike`(
        names: [String]
    ) {
        let first = names[0]

        for name in names {
            #expect(SearchTerms.fold(name) == SearchTerms.fold(first), "\(name)")
            #expect(SearchTerms.search(name) == SearchTerms.search(first), "\(name)")
            #expect(Set(SearchTerms.search(name)).isSubset(of: SearchTerms.terms(name: first, email: nil)), "\(name)")
        }
    }

    @Test func `an apostrophe becomes the one of ASCII, and a hyphen too`() {
        #expect(SearchTerms.fold("D’Angelo") == "d'angelo")
        #expect(SearchTerms.fold("D´Angelo") == "d'angelo")
        #expect(SearchTerms.fold("Zoë Müller–Łask") == "zoe muller-łask")
    }
}

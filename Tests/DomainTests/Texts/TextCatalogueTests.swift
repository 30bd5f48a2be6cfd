import Domain
import StrictJSON
import Testing

@Suite struct TextCatalogueTests {
    private static func catalogue(_ english: JSONObject, _ french: JSONObject) throws -> TextCatalogue {
        try TextCatalogue([.english: ["users": english], .french: ["users": french]])
    }

    private static let names: JSONObject = [
        "users.title": "Users",
        "users.disabled": "{name} is disabled since {date}.",
        "users.count": ["one": "{count} user", "other": "{count} users"],
    ]
    private static let noms: JSONObject = [
        "users.title": "Utilisateurs",
        "users.disabled": "Depuis le {date}, {name} est désactivé.",
        "users.count": ["one": "{count} utilisateur", "other": "{count} utilisateurs"],
    ]

    @Test func `a text is in the language, with its placeholders in the order of that language`() throws {
        let catalogue = try Self.catalogue(Self.names, Self.noms)
        let arguments: [String: TextArgument] = ["name": .text("Ada {date}"), "date": .text("12 Nov")]

        #expect(catalogue.texts(in: .english)("users.title") == "Users")
        #expect(catalogue.texts(in: .english)("users.disabled", arguments) == "Ada {date} is disabled since 12 Nov.")
        #expect(
            catalogue.texts(in: .french)("users.disabled", arguments) == "Depuis le 12 Nov, Ada {date} est désactivé."
        )
    }

    @Test(arguments: [
        (0, "0 users", "0 utilisateur"), (1, "1 user", "1 utilisateur"), (2, "2 users", "2 utilisateurs"),
        (1_024_551, "1,024,551 users", "1\u{202F}024\u{202F}551 utilisateurs"),
    ])
    func `a count selects the plural form, and is grouped`(count: Int, english: String, french: String) throws {
        let catalogue = try Self.catalogue(Self.names, Self.noms)

        #expect(catalogue.texts(in: .english)("users.count", count: count) == english)
        #expect(catalogue.texts(in: .french)("users.count", count: count) == french)
    }

    @Test(
        arguments: [
            (["users.a": "A"], [:], "users.a", "It is not in every language."),
            ([:], ["users.a": "A"], "users.a", "It is not in every language."),
            (["users.a": "{name}"], ["users.a": "{nom}"], "users.a", "The languages disagree about placeholders."),
            (
                ["users.a": "A"], ["users.a": ["one": "A", "other": "A"]], "users.a",
                "The languages disagree about plural forms."
            ),
            (
                ["users.a": ["one": "A"]], ["users.a": "A"], "users.a",
                "It must be a text, or an object with “one” and “other”."
            ),
            (["users.a": 1], ["users.a": "A"], "users.a", "It must be a text, or an object with “one” and “other”."),
            (["users.a": "{name"], ["users.a": "A"], "users.a", "A placeholder is a name in braces, like {name}."),
            (["users.a": "{Name}"], ["users.a": "A"], "users.a", "A placeholder is a name in braces, like {name}."),
            (["users.a": "a } b"], ["users.a": "A"], "users.a", "A placeholder is a name in braces, like {name}."),
            (["keys.a": "A"], [:], "keys.a", "Its file is users.json; the key must start with “users.”."),
        ] as [(JSONObject, JSONObject, String, String)]
    )
    func `a faulty catalogue is rejected with the key and the reason`(
        english: JSONObject,
        french: JSONObject,
        key: String,
        reason: String
    ) {
        let problem = #expect(throws: TextCatalogueProblem.self) { try Self.catalogue(english, french) }

        #expect(problem == TextCatalogueProblem(key, reason))
    }

    @Test func `the decimal separator is that of the language`() {
        #expect(NumberText.decimal(-125, in: .english) == "−12.5")
        #expect(NumberText.decimal(125, in: .french) == "12,5")
        #expect(NumberText.grouped(.min, in: .english) == "−9,223,372,036,854,775,808")
    }
}

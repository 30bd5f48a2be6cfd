import Domain
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct FormProblemTests {
    @Test(arguments: [
        FieldProblem.Rule.missing, .unknown, .duplicate, .wrongType(expected: .aText),
        .wrongType(expected: .aWholeNumber), .wrongType(expected: .aBoolean), .tooShort(minimum: 8),
        .tooLong(maximum: 256), .outOfRange(1...100), .notUTF8, .notOneOf(["active", "disabled"]), .commonPassword,
        .tooBroad, .faulty(.example), .malformed(.notAnEmailAddress), .malformed(.tooManyMarks),
        .malformed(LocalTime.sentence),
        .malformed(SettingNotation.redirect.sentence),
    ])
    func `a page says a rule in its language, in English as APIs do`(rule: FieldProblem.Rule) {
        #expect(rule.text(TestTexts.english) == rule.sentence)
        #expect(rule.text(TestTexts.french) != rule.sentence)
        #expect(!rule.text(TestTexts.french).contains("forms."))
    }

    @Test func `every text of a rule in the sources has the English of the catalogue`() throws {
        let text = #/\blocalizable\(\s*"(?<key>[^"]+)",\s*"(?<english>(?:[^"\\\n]|\\.)*)"/#
        let folder = PackageFolder.root.appending(path: "Sources").path
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }
        var known = 0

        for file in files {
            let source = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for match in source.matches(of: text) {
                let catalogue = TestTexts.english.template(
                    TextKey(String(match.key)),
                    literal: { $0 },
                    placeholder: { "{\($0)}" }
                )
                #expect(catalogue == String(match.english), "\(file)")
                known += 1
            }
        }

        #expect(known > 60)
    }

    @Test func `problems are listed with the labels of their fields, each leading to its field`() throws {
        let problems = [
            FieldProblem(field: "email", rule: .malformed(.notAnEmailAddress)),
            FieldProblem(field: "password", rule: .tooShort(minimum: 8)),
            FieldProblem(field: "password", rule: .commonPassword),
            FieldProblem(field: "some_field\u{202E}", rule: .unknown),
        ]

        let english = try #require(FormProblems(problems, TestTexts.english).summary)
        let french = FormProblems(problems, TestTexts.french)

        #expect(english.title == "3 fields need attention")
        #expect(
            english.problems.map(\.text) == [
                "Email: This is not an email address, like ada@example.com.",
                "Password: Use at least 8 characters.",
                "Password: Too many people use this password. Choose another one.",
                "Some Field\\u{202E}: This field is not known.",
            ]
        )
        #expect(english.problems.map(\.href).prefix(2) == ["#field-email", "#field-password"])
        #expect(french.summary?.title == "3 champs à corriger")
        #expect(
            french.summary?.problems.first?.text
                == "E-mail\u{A0}: Ce n’est pas une adresse e-mail, comme ada@example.com."
        )
        #expect(french["password"] == "Au moins 8 caractères.")
        #expect(french["name"] == nil)
    }

    @Test func `a page's own names and labels of fields replace the usual ones`() {
        let problems = FormProblems(
            [FieldProblem(field: "idle_seconds", rule: .missing), FieldProblem(field: "rank", rule: .missing)],
            named: ["idle_seconds": "idle"],
            labels: ["idle": "Délai d’inactivité", "rank": "Niveau"],
            TestTexts.french
        )

        #expect(problems["idle"] == "Obligatoire.")
        #expect(
            problems.summary?.problems.map(\.text) == [
                "Délai d’inactivité\u{A0}: Obligatoire.", "Niveau\u{A0}: Obligatoire.",
            ]
        )
    }

    @Test func `a form without problems has no list of them`() {
        #expect(FormProblems([], TestTexts.english).summary == nil)
        #expect(FormProblems.none.summary == nil)
        #expect(FormProblems.none["name"] == nil)
    }

    @Test func `a form shows a rejection in the page's language, at the field that it is about`() throws {
        let problems = try FormProblems(.conflict(.slugTaken), at: "slug", TestTexts.french)

        #expect(problems.error == .conflict(.slugTaken) && !problems.hasFields)
        #expect(problems.summary?.title == "Un autre espace a ce slug")
        #expect(problems.summary?.problems.map(\.href) == ["#field-slug"])
        #expect(problems.notice?.text == "Un autre espace a ce slug. Choisissez un autre slug.")
    }

    @Test func `a form shows what passes, and leaves what it cannot show to the error page`() throws {
        for error in [
            DomainError.throttled(retryAfter: .seconds(1)), .unavailable(retryAfter: .seconds(1)), .denied(.outranked),
        ] {
            #expect(try FormProblems(error, TestTexts.french).notice != nil)
        }
        for error in [DomainError.notFound(.user), .denied(.proofNeeded)] {
            #expect(throws: error) { try FormProblems(error, TestTexts.french) }
        }
    }
}

extension TextFault {
    fileprivate static var example: TextFault {
        do {
            _ = try QueryParser.parse("colour:red")
            preconditionFailure("there is no such field")
        } catch {
            return error.fault
        }
    }
}

import Domain
import Fixtures
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct SettingsTextTests {
    static let languages = [TestTexts.english, TestTexts.french]

    private func expect(_ key: TextKey) {
        for texts in Self.languages { #expect(texts.has(key), "\(key), \(texts.language)") }
    }

    @Test func `every setting and each of its values has its texts`() {
        for setting in TenantSetting.all {
            expect(setting.textKey("label"))
            guard let field = setting.field else { continue }
            if field.hasHint { expect(setting.textKey("hint")) }
            switch setting.kind {
            case .flag:
                expect(setting.textKey("title"))
                expect(setting.textKey("listed"))
            case .choice(_, let options), .choices(_, let options):
                #expect(options.displayed.sorted() == options.values.sorted())
                for value in options.values {
                    expect(setting.textKey(ofValue: value))
                    expect(setting.textKey(ofValue: value, "hint"))
                }
            case .count, .span, .word, .words, .messages, .attributes: break
            }
        }
    }

    @Test func `a key is made from the name of the field and from the value`() throws {
        let signUp = try #require(TenantSetting.all.first { $0.name == "sign_up" })
        let idle = try #require(TenantSetting.all.first { $0.name == "idle_seconds" })
        let action = try #require(TenantSetting.all.first { $0.name == "session_limit_action" })

        #expect(signUp.textKey("label") == "settings.sign-up.label")
        #expect(idle.textKey("hint") == "settings.idle.hint")
        #expect(action.textKey(ofValue: "end_oldest", "hint") == "settings.session-limit-action.end-oldest.hint")
    }

    @Test func `every page, method and policy is written in both languages`() {
        for page in SettingsPage.allCases {
            expect(TextKey("settings.page.\(page.rawValue).label"))
            expect(TextKey("settings.page.\(page.rawValue).heading"))
        }
        for method in TenantSettings.Method.allCases { expect(TextKey("settings.finding.method.\(method.rawValue)")) }
        for policy in TenantSettings.SignUpPolicy.allCases {
            expect(TextKey("settings.finding.sign-up.\(policy.rawValue)"))
        }
    }

    @Test func `the lists have their texts`() {
        func expectAll<Item: SettingsItem>(of _: Item.Type) {
            let parts = ["first-column", "second-column", "empty", "empty-text", "add", "edit"]
            for part in parts + Item.fieldNames.map({ "\($0).label" }) {
                expect(TextKey("settings.\(Item.textArea).\(part)"))
            }
        }
        expectAll(of: TypedMessage.self)
        expectAll(of: TypedAttribute.self)
        for kind in TypedAttribute.Kind.allCases { expect(TextKey("settings.attribute.kind.\(kind.rawValue)")) }
    }

    @Test func `what Apple says has its texts`() {
        for suspect in AppleCheckUp.Suspect.allCases {
            for part in ["label", "in-sentence", "wrong", "advice"] { expect(suspect.textKey(part)) }
        }
        for result in AppleCheckUp.Finding.Result.allCases {
            expect(TextKey("settings.apple.result.\(result.rawValue)"))
        }
        for name in AppleSettingsForm.labels(TestTexts.english).keys {
            expect(TextKey("settings.apple.\(name.asKeyPart).label"))
            expect(TextKey("settings.apple.\(name.asKeyPart).hint"))
        }
    }

    @Test(arguments: [
        (SettingsPage.signIn, "People can sign in with email and password. Anyone can sign up."),
        (
            .sessions,
            """
            Users are signed out after 30 days of inactivity, and 180 days after sign-in at the latest. Each user has at \
            most 20 sessions.
            """
        ),
    ])
    func `a finding says what the settings mean`(page: SettingsPage, finding: String) {
        #expect(SettingsForm(page, .standard).finding(TestTexts.english) == finding)
    }

    @Test func `a finding lists several methods in both languages`() {
        var settings = TenantSettings.standard
        settings.methods = [.password, .apple]
        settings.signUp = .closed
        let form = SettingsForm(.signIn, settings)

        #expect(
            form.finding(TestTexts.english)
                == "People can sign in with email and password and with Apple. Sign-up in the app is closed."
        )
        #expect(form.finding(TestTexts.french).contains("un mot de passe et avec Apple."))
    }

    @Test func `an empty list is counted in words`() {
        var one = TenantSettings.standard
        one.defaultAttributes = [DefaultAttribute(name: "plan", value: .text("gold"))]
        one.texts = [MessageText(code: "pwd.invalid", language: .english, text: "No.")]

        #expect(AttributeList.finding(.standard, TestTexts.english).hasPrefix("New users get no attributes in"))
        #expect(AttributeList.finding(one, TestTexts.english).hasPrefix("New users get 1 attribute in"))
        #expect(MessageList.finding(.standard, TestTexts.english).hasSuffix("none yet, at most 300."))
        #expect(MessageList.finding(one, TestTexts.english).hasSuffix("1 message of at most 300 in 1 language."))
    }
}

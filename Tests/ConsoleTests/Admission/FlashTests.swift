import Domain
import Fixtures
import Testing

@testable import ConsoleKit

@Suite struct FlashTests {
    /// The form that chooses the theme shows no message.
    private static let shown = Flash.allCases.filter { $0 != .themeChosen }

    @Test(arguments: SupportedLanguage.allCases)
    func `every message after a form has its text`(language: SupportedLanguage) {
        let texts = TestTexts.catalogue.texts(in: language)

        #expect(Self.shown.filter { !texts.has($0.textKey) } == [])
    }

    @Test func `every notice of the catalogue is the text of a message`() {
        let notices = TestTexts.catalogue.keys.filter { $0.contains(".notice.") }

        #expect(Set(notices).subtracting(Self.shown.map(\.textKey.description)) == [])
    }
}

import Domain
import Fixtures
import Testing

@testable import UseCases

/// The words of messages.
@Suite struct MailComposerTests {
    private static let url = "https://gatehouse.example.com/links/gh_l_AAAA"
    private static let code = "01234567"

    private static let keys = TestTexts.catalogue.keys.filter { $0.hasPrefix("mail.") }

    private static func composer(
        _ language: SupportedLanguage,
        app: String = "Acme",
        name: String? = "Ada"
    ) throws -> MailComposer {
        let email = try #require(EmailAddress("ada@acme.example"))
        return MailComposer(TestTexts.catalogue, app: app, to: MailRecipient(email, name: name, in: language))
    }

    private static func link(
        _ purpose: OneTimeLink.Purpose,
        url: String? = Self.url,
        code: String? = Self.code
    ) -> MailedLink {
        MailedLink(purpose: purpose, url: url, code: code)
    }

    private struct Sample {
        let kind: String
        let message: MailMessage
    }

    /// Every kind of message.
    private static func all(_ composer: MailComposer) -> [Sample] {
        let links = OneTimeLink.Purpose.allCases.flatMap { purpose in
            [
                Sample(kind: "\(purpose), link", message: composer.link(link(purpose, code: nil))),
                Sample(kind: "\(purpose), code", message: composer.link(link(purpose, url: nil))),
                Sample(kind: "\(purpose), link and code", message: composer.link(link(purpose))),
            ]
        }
        let notices = AccountNotice.allCases.map { Sample(kind: "\($0)", message: composer.notice($0)) }
        let others = [
            Sample(kind: "invitation", message: composer.invitation(url: url)),
            Sample(kind: "stop", message: composer.changeStop(url: url)),
        ]
        return links + notices + others
    }

    @Test(arguments: [("Ada", "Acme"), (nil, "{app}"), ("{name} {code}", "{guesses}")] as [(String?, String)])
    func `every message is written in both languages, with all its values`(name: String?, app: String) throws {
        let english = Self.all(try Self.composer(.english, app: app, name: name))
        let french = Self.all(try Self.composer(.french, app: app, name: name))

        #expect(english.count == 24 && french.map(\.kind) == english.map(\.kind))
        for (one, other) in zip(english, french) {
            let kind = one.kind
            #expect(one.message.subject != other.message.subject && one.message.text != other.message.text, "\(kind)")
            let (lines, autres) = (Self.paragraphs(one.message), Self.paragraphs(other.message))
            #expect(lines.count == autres.count)
            for (line, autre) in zip(lines, autres) where line != Self.url && line != Self.code {
                #expect(line != autre, "\(kind): \(line)")
            }
            for message in [one.message, other.message] {
                #expect(message.subject.contains(app), "\(kind): \(message.subject)")
                #expect(message.text.contains(app) && message.text.hasSuffix("\n"), "\(kind): \(message.text)")
                #expect(name.map { message.text.contains($0) } ?? true, "\(kind)")
                let written = "\(message.subject)\n\(message.text)".replacing(app, with: "")
                    .replacing(name ?? app, with: "")
                #expect(!written.contains("{") && !written.contains("}"), "\(written)")
                #expect(!Self.keys.contains { written.contains($0) }, "\(written)")
            }
        }
    }

    private static func paragraphs(_ message: MailMessage) -> [String] {
        message.text.split(separator: "\n\n").map { String($0) }
    }

    @Test func `a message with a link and a code`() throws {
        let message = try Self.composer(.english).link(Self.link(.resetPassword))

        #expect(message.subject == "Choose a new password for Acme")
        #expect(message.toName == "Ada" && message.to.description == "ada@acme.example")
        let text = """
            Hello Ada,

            Someone asked for a new password for your account with Acme. Open this link to choose it:

            https://gatehouse.example.com/links/gh_l_AAAA

            Or type this code in the app: 01234567

            It works once, within 30 minutes.

            If it was not you who asked, do nothing: nothing changes, and no one gets in.

            """
        #expect(message.text == text)
    }

    @Test func `a French message with a link and a code`() throws {
        let message = try Self.composer(.french, name: nil).link(Self.link(.resetPassword))

        #expect(message.subject == "Choisissez un nouveau mot de passe pour Acme")
        let text = """
            Bonjour,

            Un nouveau mot de passe a été demandé pour votre compte Acme. Ouvrez ce lien pour le choisir\u{A0}:

            https://gatehouse.example.com/links/gh_l_AAAA

            Ou saisissez ce code dans l’application\u{A0}: 01234567

            Il ne sert qu’une fois, dans les 30 minutes.

            Si vous n’avez rien demandé, ne faites rien\u{A0}: rien ne change et personne n’entre.

            """
        #expect(message.text == text)
    }

    @Test func `a message with a code alone`() throws {
        let message = try Self.composer(.english).link(Self.link(.reauthentication, url: nil))

        #expect(message.subject == "Your code for Acme")
        let text = """
            Hello Ada,

            Type this code in Acme to show that it is you:

            01234567

            It works once, within 30 minutes.

            If it was not you who asked, do nothing: nothing changes, and no one gets in.

            """
        #expect(message.text == text)
    }

    @Test func `an invitation`() throws {
        let english = try Self.composer(.english).invitation(url: Self.url)
        let french = try Self.composer(.french).invitation(url: Self.url)

        #expect(english.subject == "You are invited to Acme")
        let text = """
            Hello Ada,

            You are invited to Acme. Open this link to choose a password:

            https://gatehouse.example.com/links/gh_l_AAAA

            It works once, within 7 days.

            """
        #expect(english.text == text)
        #expect(french.subject == "Vous êtes invité à rejoindre Acme")
        #expect(french.text.hasSuffix("\n\nIl ne sert qu’une fois, dans les 7 jours.\n"))
    }

    @Test func `a message that stops a change of the address`() throws {
        let message = try Self.composer(.english).changeStop(url: Self.url)

        #expect(message.subject == "Another email address was asked for in Acme")
        let text = """
            Hello Ada,

            Someone who is signed in to your account with Acme asked to use another email address for it.

            If it was you, there is nothing to do. If it was not, open this link to stop it:

            https://gatehouse.example.com/links/gh_l_AAAA

            It works once, within 24 hours.

            """
        #expect(message.text == text)
    }

    @Test func `a notice of wrong passwords in a row`() throws {
        let message = try Self.composer(.english, name: nil).notice(.tooManyGuesses)

        #expect(message.subject == "Someone keeps trying to sign in to Acme")
        let text = """
            Hello,

            100 wrong passwords in a row were tried for your account with Acme. No one got in. For a while a new device \
            may have to wait: there, sign in by a link or choose a new password. Devices that you use already are not \
            affected.

            If it was you, there is nothing to do. If it was not, tell the administrators of the app at once.

            """
        #expect(message.text == text)
    }

    @Test(arguments: SupportedLanguage.allCases)
    func `hidden characters in the names of the user and the tenant are written out`(
        language: SupportedLanguage
    ) throws {
        let composer = try Self.composer(language, app: "A\u{202E}c\nme", name: "A\r\nda\u{200B}")

        for sample in Self.all(composer) {
            let (kind, message) = (sample.kind, sample.message)
            #expect(message.subject.contains("A\\u{202E}c\\u{A}me"), "\(kind)")
            #expect(message.text.contains("A\\u{D}\\u{A}da\\u{200B},\n\n"), "\(kind)")
            let written = "\(message.subject)\(message.text.replacing("\n\n", with: ""))".dropLast()
            let hidden = written.unicodeScalars.filter { VisibleText.isHidden($0) }
            #expect(hidden.isEmpty, "\(kind)")
        }
    }
}

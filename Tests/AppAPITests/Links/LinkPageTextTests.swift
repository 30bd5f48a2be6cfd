import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import AppAPI
@testable import WebFixtures

/// The words of the pages of links.
@Suite struct LinkPageTextTests {
    private static func tenant(_ name: String) throws -> Tenant {
        Tenant(
            id: Tenant.ID(UUID()),
            number: 1,
            slug: try #require(Tenant.Slug("acme")),
            name: name,
            state: .active,
            createdAt: Timestamp(milliseconds: 0)
        )
    }

    private struct Sample {
        let key: String
        let text: String
    }

    /// Every text.
    private static func all(_ texts: Texts, app: String = "Acme") throws -> [Sample] {
        let tenant = try tenant(app)
        let email = try #require(EmailAddress("{app}@acme.example"))
        let offers = LinkOffer.allCases.flatMap { offer in
            samples(offer.rawValue, LinkPageText(offer, of: tenant, to: email, texts))
                + [Sample(key: "\(offer.rawValue).button", text: offer.button(of: tenant, texts))]
        }
        let results = LinkResult.allCases.flatMap { samples($0.rawValue, LinkPageText($0, of: tenant, texts)) }
        let rejections = LinkRejection.allCases.flatMap { samples($0.rawValue, LinkPageText($0, texts)) }
        return offers + results + rejections
    }

    private static func samples(_ name: String, _ page: LinkPageText) -> [Sample] {
        [Sample(key: "\(name).title", text: page.title), Sample(key: "\(name).text", text: page.text)]
    }

    @Test(arguments: ["Acme", "{email}"])
    func `every page is written in both languages, with all its values`(app: String) throws {
        let english = try Self.all(TestTexts.english, app: app)
        let french = try Self.all(TestTexts.french, app: app)

        #expect(english.count == 38 && french.map(\.key) == english.map(\.key))
        for (one, other) in zip(english, french) {
            #expect(one.text != other.text, "\(one.key)")
            for text in [one.text, other.text] {
                let written = text.replacing("{app}@acme.example", with: "").replacing(app, with: "")
                #expect(!written.contains("{") && !written.contains("}") && !written.contains("links."), "\(text)")
            }
        }
    }

    @Test func `hidden characters in the tenant's name are written out`() throws {
        for texts in [TestTexts.english, TestTexts.french] {
            let pages = try Self.all(texts, app: "A\u{202E}cme")

            #expect(pages.contains { $0.text.contains("A\\u{202E}cme") })
            for page in pages {
                #expect(!page.text.unicodeScalars.contains { VisibleText.isHidden($0) }, "\(page.key): \(page.text)")
            }
        }
    }
}

import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct FrenchTenantPageTests {
    @Test(arguments: [
        ("/tenants", "Espaces"), ("/tenants/new", "Créer un espace"),
        ("/tenants/acme/activation", "est déjà actif"), ("/tenants/acme/suspension", "Suspendre"),
    ])
    func `each page of tenants is written in French`(path: String, heading: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser().inFrench

        let page = try await browser.open(path)

        #expect(page.status == .ok)
        #expect(page.html.contains("<html lang=\"fr\""))
        #expect(page.heading?.contains(heading) == true)
        #expect(try page.englishTexts(of: "tenants") == [])
    }

    @Test func `the page of a tenant is written in French, active and suspended`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser().inFrench

        let active = try await browser.open("/tenants/acme")
        _ = try await browser.send("/tenants/acme/suspension", on: "/tenants/acme/suspension")
        let suspended = try await browser.open("/tenants/acme")

        #expect(active.html.contains("est actif,</strong>"))
        #expect(suspended.html.contains("est suspendu\u{A0}:</strong>"))
        for page in [active, suspended] {
            #expect(page.html.contains("Domaines personnalisés"))
            #expect(try page.englishTexts(of: "tenants") == [])
        }
    }

    @Test func `a new tenant is announced in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser().inFrench

        let page = try await browser.send("/tenants", on: "/tenants/new", ["name": "Initech", "slug": "initech"])

        #expect(page.status == .ok)
        #expect(page.heading == "Espace Initech créé\u{A0}: copiez ses clés maintenant")
        #expect(try page.englishTexts(of: "tenants") == [])
    }

    @Test func `every state of a tenant has its texts in both languages`() {
        for texts in [TestTexts.english, TestTexts.french] {
            for state in Tenant.State.allCases {
                let verdict = "tenants.verdict.\(state.rawValue)"
                for key in ["tenants.state.\(state.rawValue)", verdict, "\(verdict)-users", "\(verdict)-no-users"] {
                    #expect(texts.has(TextKey(key)), "\(key), \(texts.language)")
                }
            }
        }
    }
}

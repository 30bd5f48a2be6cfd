import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct HelpPageTests {
    @Test func `every code is listed and has a page, without signing in`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let list = try await browser.open("/help/codes")

        #expect(list.status == .ok && browser.cookies.isEmpty)
        for entry in CauseCatalogue.entries {
            #expect(list.html.contains("<a href=\"/help/codes/\(entry.code)\">"), "\(entry.code)")
            let page = try await browser.open("/help/codes/\(entry.code)")
            #expect(
                page.status == .ok && page.html.contains("<code class=\"id\">\(entry.code)</code>"),
                "\(entry.code)"
            )
        }
        #expect(browser.cookies.isEmpty)
    }

    @Test func `a code is explained with its example and its sources`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/help/codes/keychain.locked")

        for text in [
            "<h1>The phone was locked, so the keychain could not be used</h1>", "Never sign out on this error.",
            "<code class=\"id\">kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly</code>",
            "isProtectedDataAvailable", "Unlock it and open the app again", "After the user acts",
            "https://developer.apple.com/documentation/security/security-framework-result-codes",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(!page.html.contains("`"))
    }

    @Test func `the pages are in the language of the browser`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser
        let french: HTTPFields = [.acceptLanguage: "fr-CA, en;q=0.5"]

        let list = try await browser.open("/help/codes", headers: french)
        let page = try await browser.open("/help/codes/keychain.locked", headers: french)
        let unknown = try await browser.open("/help/codes/keychain.none", headers: french)

        try list.expectFrench("help", "<h1>Codes d’erreur</h1>", "Trousseau", "Responsable")
        try page.expectFrench(
            "help",
            "<h1>Le téléphone était verrouillé\u{A0}: le trousseau n’était pas accessible</h1>"
        )
        try unknown.expectFrench("help", "<h1>Ce code est inconnu</h1>", "keychain.none")
    }

    @Test(arguments: ["/help/codes", "/help/codes/keychain.locked"])
    func `a page can be cached for each language and theme, and revalidated by ETag`(path: String) async throws {
        let site = try await ConsoleSite()
        var browser = site.browser
        let theme = SetCookie.fullName(ConsoleCookie.theme, isSecure: site.console.address.isSecure)

        let first = try await browser.open(path)
        let tag = try #require(first.headers[.eTag])
        let second = try await browser.open(path)
        let known = try await browser.open(path, headers: [.ifNoneMatch: tag])
        let french = try await browser.open(path, headers: [.acceptLanguage: "fr", .ifNoneMatch: tag])
        let dark = try await browser.open(path, headers: [.cookie: "\(theme)=dark", .ifNoneMatch: tag])
        let invented = try await browser.open(path, headers: [.cookie: "\(theme)=mauve"])

        for page in [first, second, known, french, dark] {
            #expect(page.headers[.cacheControl] == "public, max-age=300")
            #expect(page.headers[.vary] == "Accept-Language, Cookie")
        }
        #expect(second.html == first.html && invented.html == first.html)
        #expect(known.status == .notModified && known.html.isEmpty && known.headers[.eTag] == tag)
        #expect(french.status == .ok && french.html.contains("lang=\"fr\""))
        #expect(dark.status == .ok && dark.html.contains("data-theme=\"dark\""))
        #expect(Set([first, french, dark].map { $0.headers[.eTag] }).count == 3)
    }

    @Test(arguments: ["/help/codes", "/help/codes/keychain.locked"])
    func `a signed-in user gets the page that everyone gets`(path: String) async throws {
        let site = try await ConsoleSite()
        var anonymous = site.browser
        var signedIn = try await site.browser(of: site.ada)

        let own = try await signedIn.open(path)

        #expect(try await anonymous.open(path).html == own.html)
        #expect(own.headers[.setCookie] == nil)
    }

    @Test func `an unknown code is not cached`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/help/codes/none")

        #expect(page.headers[.cacheControl] == "no-store" && page.headers[.eTag] == nil)
    }

    @Test(arguments: ["none", "keychain", "KEYCHAIN.LOCKED", "keychain.locked.", "%3Cscript%3E", "%E2%80%AEevil"])
    func `an unknown code answers 404 and says so`(code: String) async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/help/codes/\(code)")

        #expect(page.status == .notFound)
        #expect(page.html.contains("This code is unknown"))
        #expect(!page.html.contains("<script>") && !page.html.contains("\u{202E}"))
    }

    @Test func `a code of any length makes a short page`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/help/codes/" + String(repeating: "a", count: 5000))

        #expect(page.status == .notFound && !page.html.contains("aaaaaaaaaa"))
    }
}

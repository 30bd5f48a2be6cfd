import HTTPTypes
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

@Suite struct CookieTests {
    private func cookies(_ values: String...) -> RequestCookies {
        RequestCookies(HTTPFields(values.map { HTTPField(name: .cookie, value: $0) }))
    }

    @Test func `a cookie is found among others`() throws {
        #expect(try cookies("a=1; __Host-gh=x=y; b=2").value("__Host-gh") == "x=y")
        #expect(try cookies("a=1").value("gh") == nil)
    }

    @Test func `a session cookie that comes twice refuses the request`() {
        for request in [cookies("gh=1; gh=2"), cookies("gh=1", "gh=1")] {
            let failure = #expect(throws: WebFailure.self) { try request.value("gh") }
            #expect(failure?.status == .badRequest)
            #expect(failure?.detail == "The cookie gh comes twice. Delete the cookies of this site.")
        }
    }

    @Test func `a value that no cookie can hold is no value`() throws {
        #expect(try cookies("gh=a b").value("gh") == nil)
        #expect(try cookies("gh=\"a\"").value("gh") == nil)
    }

    @Test func `a cookie is found by its bytes, beside those that hold anything`() throws {
        let planted = "caf\u{E9}=1; cafe\u{301}=2; name=Jos\u{E9}; gh=x"

        #expect(try cookies(planted).value("gh") == "x")
        #expect(try cookies(planted).value("name") == nil)
        #expect(try cookies(planted).value("caf\u{E9}") == "1")
        #expect(try cookies("gh\u{301}=1; gh=2").value("gh") == "2")
    }

    @Test func `no more than a hundred cookies are looked at`() throws {
        let many = (0..<100).map { "c\($0)=\($0)" }.joined(separator: "; ")

        #expect(try cookies(many).value("c99") == "99")
        #expect(try cookies(many + "; gh=1").value("gh") == nil)
        #expect(try cookies(many, "gh=1").value("gh") == nil)
    }

    @Test func `over https a cookie is bound to this host`() {
        let cookie = SetCookie("gh", value: "t", maximumAge: .seconds(60), sameSite: .strict, isSecure: true)

        #expect(cookie.headerValue == "__Host-gh=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure")
    }

    @Test func `over http a cookie has no attributes that need https`() {
        #expect(SetCookie("gh", value: "t", isSecure: false).headerValue == "gh=t; Path=/; HttpOnly; SameSite=Lax")
        #expect(
            SetCookie.deleting("gh", isSecure: false).headerValue == "gh=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        )
    }
}

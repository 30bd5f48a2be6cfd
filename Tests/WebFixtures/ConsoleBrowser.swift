import Domain
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

/// What a browser does with a console: keeps its cookies, opens pages, and sends the forms that it finds on them.
///
/// ```swift
/// var browser = try await site.browser(of: site.ada)
/// let page = try await browser.open("/t/acme/keys")
/// let answer = try await browser.send("/t/acme/keys", on: page, ["name": "iOS app", "kind": "ingest"])
/// ```
struct ConsoleBrowser {
    let site: ConsoleSite
    /// By full name.
    private(set) var cookies: [String: String] = [:]

    init(site: ConsoleSite) {
        self.site = site
    }

    mutating func open(_ path: String, headers: HTTPFields = [:]) async throws -> ConsolePage {
        try await request(.get, path, headers: headers)
    }

    /// Sends the form of a page that has this action, with the values of its hidden fields.
    mutating func send(
        _ action: String,
        on page: ConsolePage,
        _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> ConsolePage {
        let form = try #require(page.form(action), "the page has no form for \(action)")
        return try await post(action, hidden: form.hidden, fields)
    }

    /// Opens a page and sends its form.
    mutating func send(
        _ action: String,
        on path: String,
        _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> ConsolePage {
        let page = try await open(path)
        return try await send(action, on: page, fields)
    }

    /// Posts whatever a test wants, as a page of ours would unless `headers` says otherwise.
    mutating func post(
        _ path: String,
        hidden: [(String, String)] = [],
        _ fields: KeyValuePairs<String, String> = [:],
        headers: HTTPFields? = nil,
        contentType: String = "application/x-www-form-urlencoded"
    ) async throws -> ConsolePage {
        var all = headers ?? [.origin: site.console.address.origin, .secFetchSite: "same-origin"]
        all[.contentType] = contentType
        let body = (hidden + fields.map { ($0.key, $0.value) }).map {
            "\(PageAddress.encoded($0.0))=\(PageAddress.encoded($0.1))"
        }
        return try await request(.post, path, headers: all, body: body.joined(separator: "&"))
    }

    /// Signs in, and expects to be admitted.
    mutating func signIn(_ email: String, password: String = TestTenant.password) async throws {
        let answer = try await send("/sign-in", on: "/sign-in", ["email": email, "password": password])
        try #require(answer.status == .seeOther, "\(email) is not admitted")
    }

    /// Another one with the same cookies.
    func with(cookies: [String: String]) -> ConsoleBrowser {
        var other = self
        other.cookies = cookies
        return other
    }

    private mutating func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: HTTPFields,
        body: String? = nil
    ) async throws -> ConsolePage {
        var headers = headers
        if headers[.cookie] == nil, !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        let sent = headers
        let response = try await site.application.test(.router) { client in
            try await client.execute(
                uri: path,
                method: method,
                headers: sent,
                body: body.map { ByteBuffer(string: $0) }
            )
        }
        keepCookies(of: response)
        let page = ConsolePage(response: response)
        // A template looks for an absent value in the views around, and would print one of the same name.
        let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
        #expect(
            !isPage || !(page.html.contains("View(") || page.html.contains("Optional(")),
            "\(path) shows a value of the program"
        )
        return page
    }

    private mutating func keepCookies(of response: TestResponse) {
        for cookie in response.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
        }
    }
}

/// An answer of the console.
struct ConsolePage: CustomTestStringConvertible {
    let response: TestResponse
    let html: String

    init(response: TestResponse) {
        self.response = response
        html = String(buffer: response.body)
    }

    var status: HTTPResponse.Status { response.status }
    var headers: HTTPFields { response.headers }
    var location: String? { headers[.location] }
    var testDescription: String { "\(status), \(html.count) characters" }

    /// A form, and the values of its hidden fields.
    struct Form {
        let action: String
        let hidden: [(String, String)]

        var token: String? { hidden.first { $0.0 == FormTokens.field }?.1 }
    }

    var forms: [Form] {
        html.matches(
            of: #/<form[^>]*?method="post" action="(?<action>[^"]*)"[^>]*>(?<content>.*?)</form>/#.dotMatchesNewlines()
        ).map {
            Form(
                action: Self.unescaped($0.action),
                hidden: $0.content.matches(of: #/<input type="hidden" name="(?<name>[^"]*)" value="(?<value>[^"]*)"/#)
                    .map {
                        (Self.unescaped($0.name), Self.unescaped($0.value))
                    }
            )
        }
    }

    func form(_ action: String) -> Form? { forms.first { $0.action == action } }

    static func unescaped(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}

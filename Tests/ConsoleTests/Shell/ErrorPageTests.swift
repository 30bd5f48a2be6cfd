import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct ErrorPageTests {
    /// Every failure that a page can show.
    private static let failures: [WebFailure] =
        DomainError.Subject.allCases.map { WebFailure(.notFound($0)) }
        + DomainError.Conflict.allCases.map { WebFailure(.conflict($0)) }
        + PermissionName.allCases.map { WebFailure(.denied(.missingPermission($0))) }
        + [DomainError.Denial.outranked, .ownAccount, .proofNeeded].map { WebFailure(.denied($0)) }
        + [.invalid("to", .missing), .invalid([]), .throttled(retryAfter: .seconds(1))].map { WebFailure($0) }
        + [.throttled(retryAfter: .seconds(30)), .unavailable(retryAfter: .seconds(2))].map { WebFailure($0) }
        + [HTTPResponse.Status.badRequest, .conflict, .contentTooLarge].map { WebFailure(HTTPError($0)) }
        + [
            .unauthenticated(), .crossSite, .staleForm, .unknownPath, .methodNotAllowed(allowed: [.get, .post]),
            .tooLarge(maximumBytes: 999), .unsupportedMediaType(accepted: ["application/x-www-form-urlencoded"]),
            .unsupportedEncoding, .requestTimeout, .internalError, .unknownAppleFlow,
        ]

    @Test(arguments: failures.indices)
    func `every failure of a page has its texts, in English those of APIs`(index: Int) {
        let failure = Self.failures[index]
        let (english, french) = (TestTexts.english, TestTexts.french)

        #expect(failure.title(english) == failure.title)
        #expect(failure.detail(english) == failure.detail)
        #expect(failure.title(french) != failure.title)
        #expect(failure.detail(french) != failure.detail)
    }

    @Test(arguments: PermissionName.allCases)
    func `a permission is called the same on pages and in APIs`(permission: PermissionName) {
        #expect(permission.label(TestTexts.english) == permission.words)
        #expect(permission.label(TestTexts.french) != permission.words)
    }

    @Test func `a failure of an API alone stays in English`() {
        let failure = WebFailure(.badRequest, "odd_failure", title: "An odd failure", detail: "Send less.")

        #expect(failure.title(TestTexts.french) == "An odd failure")
        #expect(failure.detail(TestTexts.french) == "Send less.")
    }

    @Test func `numbers in details are grouped on pages, and plain in APIs`() {
        let failure = WebFailure.tooLarge(maximumBytes: 65_536)

        #expect(failure.detail == "Send at most 65536 bytes.")
        #expect(failure.detail(TestTexts.english) == "Send at most 65,536 bytes.")
        #expect(failure.detail(TestTexts.french) == "65\u{202F}536 octets au plus.")
    }

    @Test func `an error page is in the language of the browser, with and without the frame`() async throws {
        let site = try await ConsoleSite()
        var outside = site.browser
        var inside = try await site.browser(of: site.vic).inFrench

        let stranger = try await outside.open("/nowhere", headers: [.acceptLanguage: "fr-CA, en;q=0.5"])
        let unknown = try await inside.open("/t/acme/users/nobody")
        let denied = try await inside.open("/t/acme/settings")

        try stranger.expectFrench("errors", "Page introuvable", "Vérifiez l’URL.", "Retour à la vue d’ensemble")
        try unknown.expectFrench("errors", "<title>Utilisateur introuvable")
        #expect(denied.status == .forbidden)
        try denied.expectFrench(
            "errors",
            "Accès refusé",
            "L’autorisation «\u{A0}Voir les paramètres\u{A0}» (settings.read) manque."
        )
    }
}

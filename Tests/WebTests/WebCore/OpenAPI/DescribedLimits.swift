@_spi(Admission) import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// The responses to rate-limited requests.
extension DescribedAnswersTests {
    func rejectFloods(_ statuses: Statuses) async throws {
        let site = try await Site()
        let kim = try await site.signIn(site.acme.add("Kim"), of: site.acme, kind: .app).token
        let record = try #require(try await site.services.authenticator.session(kim.text, in: site.acme.tenant.id))
        for _ in 0..<120 { try await site.services.selfServiceLimits.take(record) }
        let key = try #require(
            try await site.services.authenticator.key(site.acme.creation.secretKey.text, .secret)
        ).key.id
        let access = Access(tenant: site.acme.tenant.id, principal: .key(key, from: nil))
        for _ in 0..<RateLimit.requestsByPrincipal.capacity { _ = site.services.requests.take(access) }
        let user = Site.bearer(kim).merging([.apiKey: site.acme.creation.publishableKey.text])

        for route in site.list.routes where route.isDescribed {
            let isOwnChange = route.isWrite && [.appSession, .accessToken].contains(route.authentication)
            guard route.hasRequestLimit || isOwnChange, route.operation != "restoreSession" else { continue }
            let answer = try await site.send(route.method, route.inAcme, route.hasRequestLimit ? site.acmeKey : user)
            #expect(answer.status == 429, "\(route): \(answer.text)")
            statuses.add(route.operation ?? "", answer)
        }
        for _ in 0...RateLimit.appleCallbackByAddress.capacity {
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            let answer = try await site.send(.post, "/t/acme/apple/callback", form, body: Array("state=unknown".utf8))
            statuses.add("finishAppleSignIn", answer)
        }
    }
}

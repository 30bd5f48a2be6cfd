@_spi(Admission) import Domain
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct RoutesTests {
    struct MemberContext: GrantingContext, InstallationContext {
        typealias Source = ApplicationRequestContextSource
        var coreContext: CoreRequestContextStorage
        var identity: RequestIdentity
        let connection: any Channel
        let member: String

        init(_ parent: GatehouseContext, member: String) {
            coreContext = parent.coreContext
            identity = parent.identity
            connection = parent.connection
            self.member = member
        }

        /// Ada holds every permission, and other members hold none.
        var principal: Principal {
            member == "ada" ? .system : Principal(kind: .system, rank: 0, permissions: [], origin: nil)
        }
        var access: Access { Access(tenant: Tenant.installation, principal: principal) }

        init(source: ApplicationRequestContextSource) {
            self.init(GatehouseContext(source: source), member: "nobody")
        }
    }

    private func memberRoutes(_ router: TestRouter) -> Routes<MemberContext> {
        router.routes().group("api/v1/tenants/:tenant", authentication: .memberOrSecretKey) { request, context in
            guard let name = request.headers[.authorization] else { throw WebFailure.unauthenticated() }
            return MemberContext(context, member: name)
        }
    }

    private func installationRoutes(_ router: TestRouter) -> GrantedRoutes<MemberContext, InstallationGrant> {
        memberRoutes(router).needs(ManageTenants.self)
    }

    @Test func `a route is recorded with everything that a test wants to know`() throws {
        let router = TestRouter()

        memberRoutes(router).group("users").needs(ManageUsers.self).patch(":user", operation: "updateUser") { _ in "" }

        let route = try #require(router.stack.routes.routes.first)
        #expect(route.description == "PATCH /api/v1/tenants/{tenant}/users/{user}")
        #expect(route.area == .management)
        #expect(route.authentication == .memberOrSecretKey)
        #expect(route.permission == .manageUsers)
        #expect(route.operation == "updateUser")
    }

    @Test func `an admitted request reaches the handler with its own context`() async throws {
        let router = TestRouter()
        memberRoutes(router).get("users/:user") { call in
            let (tenant, user) = (call.context.parameters.get("tenant"), call.context.parameters.get("user"))
            return [call.context.member, tenant, user, call.context.requestID].compactMap(\.self)
                .joined(separator: " ")
        }

        let response = try await router.send(.get, "/api/v1/tenants/acme/users/vic", headers: [.authorization: "ada"])

        #expect(response.text == "ada acme vic \(response.headers[.xRequestID] ?? "")")
    }

    @Test func `a rejected request never reaches the handler`() async throws {
        let router = TestRouter()
        memberRoutes(router).get("users") { _ -> String in
            Issue.record("the handler ran")
            return ""
        }

        let response = try await router.send(.get, "/api/v1/tenants/acme/users")

        #expect(response.status == .unauthorized)
        #expect(try response.json()["code"] == "unauthenticated")
    }

    @Test func `a handler receives the grant of its route`() async throws {
        let router = TestRouter()
        let routes = memberRoutes(router)
        routes.needs(ReadKeys.self).get("keys") { "\($0.grant.tenant == Tenant.installation)" }
        installationRoutes(router).put("hosts/:host") { "\($0.grant.principal == .system)" }

        let keys = try await router.send(.get, "/api/v1/tenants/acme/keys", headers: [.authorization: "ada"])
        let hosts = try await router.send(.put, "/api/v1/tenants/acme/hosts/a.test", headers: [.authorization: "ada"])

        #expect(keys.text == "true")
        #expect(hosts.text == "true")
        #expect(router.stack.routes.routes.map(\.permission) == [.readKeys, .manageTenants])
    }

    @Test func `a caller without the permission never reaches the handler`() async throws {
        let router = TestRouter()
        let routes = memberRoutes(router)
        routes.needs(ReadKeys.self).get("keys") { _ -> String in
            Issue.record("the handler ran")
            return ""
        }
        installationRoutes(router).put("hosts/:host") { _ -> String in
            Issue.record("the handler ran")
            return ""
        }

        let keys = try await router.send(.get, "/api/v1/tenants/acme/keys", headers: [.authorization: "vic"])
        let hosts = try await router.send(.put, "/api/v1/tenants/acme/hosts/a.test", headers: [.authorization: "vic"])

        #expect(keys.status == .forbidden)
        #expect(hosts.status == .forbidden)
        #expect(try keys.json()["code"] == "missing_permission")
        #expect(try hosts.json()["code"] == "missing_permission")
    }

    @Test func `the own checks of a route come before its permission`() async throws {
        let router = TestRouter()
        memberRoutes(router).needs(ReadKeys.self).add(.post, "keys") { request, _, permit in
            guard request.headers[.origin] != nil else { throw WebFailure.unknownPath }
            return "\(try permit().grant.tenant == Tenant.installation)"
        }
        func post(by member: String, from origin: String?) async throws -> TestResponse {
            var headers: HTTPFields = [.authorization: member]
            headers[.origin] = origin
            return try await router.send(.post, "/api/v1/tenants/acme/keys", headers: headers)
        }

        #expect(try await post(by: "vic", from: nil).status == .notFound)
        #expect(try await post(by: "vic", from: "https://a.test").status == .forbidden)
        #expect(try await post(by: "ada", from: "https://a.test").text == "true")
    }

    @Test func `middleware of a group runs for its routes alone`() async throws {
        struct Teapot: RouterMiddleware {
            typealias Context = GatehouseContext
            func handle(
                _ request: Request,
                context: GatehouseContext,
                next: (Request, GatehouseContext) async throws -> Response
            ) async throws -> Response { throw HTTPError(.forbidden) }
        }
        let router = TestRouter()
        router.routes().with(Teapot()).get("closed") { _ in "" }
        router.routes().get("open") { _ in "" }

        #expect(try await router.send(.get, "/closed").status == .forbidden)
        #expect(try await router.send(.get, "/open").status == .ok)
    }

    @Test func `a malformed id is not found`() async throws {
        let router = TestRouter()
        router.routes().get("api/v1/users/:user") { call in
            let id: User.ID = try call.id("user", of: .user)
            return id.description
        }

        let response = try await router.send(.get, "/api/v1/users/..%2f..%2fetc")

        #expect(response.status == .notFound)
        #expect(try response.json()["code"] == "user_not_found")
    }
}

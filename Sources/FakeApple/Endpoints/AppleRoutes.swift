import Hummingbird
import StrictJSON
import Synchronization

/// Apple's endpoints. Every request is counted when it arrives; a fault that was set replaces its response.
struct AppleRoutes: Sendable {
    let fake: FakeAppleState

    var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("/auth/keys") { _, _ in
            try await answer(.keys) {
                let keys = fake.state.withLock { $0.keys }
                return .json(["keys": .array(keys.map { .object($0.json) })])
            }
        }
        router.post("/auth/token") { request, _ in
            try await answer(.token) {
                .json(try TokenEndpoint(fake: fake).tokens(for: try await FormFields.read(request)))
            }
        }
        router.post("/auth/revoke") { request, _ in
            try await answer(.revoke) {
                try TokenEndpoint(fake: fake).revoke(try await FormFields.read(request))
                return Response(status: .ok)
            }
        }
        router.get("/auth/authorize") { request, _ in
            try await answer(.authorize) {
                try AuthorizationEndpoint(fake: fake).page(for: FormFields((request.uri.query ?? "").utf8))
            }
        }
        router.post("/auth/authorize") { request, _ in
            try await answer(.authorize) {
                try AuthorizationEndpoint(fake: fake).decision(in: try await FormFields.read(request))
            }
        }
        return router
    }

    private func answer(_ endpoint: FakeEndpoint, _ work: () async throws -> Response) async throws -> Response {
        let fault = fake.state.withLock { state in
            state.counts[endpoint, default: 0] += 1
            return state.faults[endpoint]
        }
        do {
            guard let fault else { return try await work() }
            return try await fault.answer(work)
        } catch let rejection as Rejection {
            fake.remember(rejection: rejection.description)
            return endpoint == .authorize ? AuthorizePage.failure(rejection) : rejection.response
        }
    }
}

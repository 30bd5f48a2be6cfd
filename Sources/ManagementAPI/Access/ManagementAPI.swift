import Domain
import Hummingbird
import UseCases
import WebCore

/// The management API for administrators, backends and operators, as JSON under `/api/v1`.
///
/// It uses the use cases and permissions of the console. Errors are problem documents, so `HTTPStack` needs a
/// `ProblemRenderer` under `/api/v1`.
package struct ManagementAPI: Sendable {
    private let services: Services
    private let tasks: ConnectionTasks

    /// - Parameter tasks: ends the streams whose client has gone.
    package init(services: Services, tasks: ConnectionTasks) {
        self.services = services
        self.tasks = tasks
    }

    /// - Parameter routes: at the root of the router, in the area `management`.
    package func add(to routes: Routes<GatehouseContext>) {
        let callers = CallerAuthenticator(
            authenticator: services.authenticator,
            console: services.console,
            address: services.address
        )
        let installation = routes.group("api/v1", authentication: .memberOrSecretKey, admit: callers.enterInstallation)
            .with(RequestLimit(budget: services.requests)).with(DenialAuditMiddleware(denials: services.denials))
            .with(IdempotentWrites(idempotency: services.idempotency, list: routes.list))
        TenantEndpoints(tenants: services.tenants).add(toInstallation: installation)
        let tenant = routes.group(
            "api/v1/tenants/{tenant}",
            authentication: .memberOrSecretKey,
            admit: callers.enterTenant
        )
        .with(RequestLimit(budget: services.requests)).with(DenialAuditMiddleware(denials: services.denials))
        .with(IdempotentWrites(idempotency: services.idempotency, list: routes.list))
        TenantEndpoints(tenants: services.tenants).add(toTenant: tenant)
        SettingsEndpoints(settings: services.settings).add(to: tenant)
        AppleEndpoints(apple: services.apple).add(to: tenant)
        UserEndpoints(users: services.users, address: services.address).add(to: tenant)
        UserLinkEndpoints(links: services.links).add(to: tenant)
        UserEventEndpoints(erasure: services.eventErasure).add(to: tenant)
        SessionEndpoints(sessions: services.sessions, users: services.users).add(to: tenant)
        EventEndpoints(events: services.events, analysis: services.eventAnalysis, now: services.now).add(to: tenant)
        AttemptEndpoints(attempts: services.attemptReading).add(to: tenant)
        ReleaseEndpoints(releases: services.releases).add(to: tenant)
        ChangeEndpoints(changes: services.changes).add(to: tenant)
        FailureEndpoints(failures: services.failures, triage: services.triage).add(to: tenant)
        EventTailEndpoint(tails: services.eventTails, tasks: tasks) { try await callers.access($0, $1) }
            .add(to: tenant)
        EventExportEndpoint(exports: services.eventExports, tasks: tasks, now: services.now) {
            try await callers.access($0, $1)
        }
        .add(to: tenant)
        KeyEndpoints(keys: services.keys).add(to: tenant)
        SigningKeyEndpoints(ring: services.signingKeys).add(to: tenant)
        RoleEndpoints(roles: services.roles).add(to: tenant)
        AuditEndpoints(audit: services.audit).add(to: tenant)
        SavedViewEndpoints(views: services.savedViews).add(to: tenant)
        CodeNoteEndpoints(notes: services.causeNotes).add(to: tenant)
        CauseRuleEndpoints(rules: services.causeRules, errors: services.unknownErrors).add(to: tenant)
    }
}

extension ManagementAPI {
    /// The operations of the management API.
    package static let operations: [APIOperation] = [
        APIOperation.userOperations,
        APIOperation.userLinkOperations,
        APIOperation.userEventOperations,
        APIOperation.sessionOperations,
        APIOperation.eventOperations,
        APIOperation.eventStreamOperations,
        APIOperation.keyOperations,
        APIOperation.signingKeyOperations,
        APIOperation.roleOperations,
        APIOperation.auditOperations,
        APIOperation.tenantOperations,
        APIOperation.settingsOperations,
        APIOperation.appleOperations,
        APIOperation.codeNoteOperations,
        APIOperation.attemptOperations,
        APIOperation.viewOperations,
        APIOperation.releaseOperations,
        APIOperation.changeOperations,
        APIOperation.causeRuleOperations,
        APIOperation.failureOperations,
    ].flatMap(\.self)

    package static let errors: [RouteDescription.Area: ErrorResponses.Table] = [
        .management: { ErrorResponse.management($0, $1) }
    ]
}

import WebCore

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

import WebCore

extension ManagementAPI {
    /// The operations of the management API.
    package static let operations: [APIOperation] =
        APIOperation.userOperations + APIOperation.userLinkOperations + APIOperation.sessionOperations
        + APIOperation.eventOperations + APIOperation.keyOperations + APIOperation.signingKeyOperations
        + APIOperation.roleOperations + APIOperation.auditOperations + APIOperation.tenantOperations
        + APIOperation.settingsOperations + APIOperation.appleOperations + APIOperation.codeNoteOperations

    package static let errors: [RouteDescription.Area: ErrorResponses.Table] = [
        .management: { ErrorResponse.management($0, $1) }
    ]
}

/// Errors of CloudKit, where an app may store a profile. They never stop a sign-in.
enum CloudKitCauses {
    /// `CKError.Code`
    static let cloudKit: [Cause] = [
        .row(1, "internalError", "ck.internal", .degraded),
        .row(2, "partialFailure", "ck.partial", .degraded).vague,
        .row(3, "networkUnavailable", "net.offline", .degraded).vague,
        .row(4, "networkFailure", "net.connection_lost", .degraded).vague,
        .row(5, "badContainer", "ck.misconfig", .degraded),
        .row(6, "serviceUnavailable", "ck.unavailable", .degraded),
        .row(7, "requestRateLimited", "ck.throttled", .degraded),
        .row(8, "missingEntitlement", "ck.entitlement", .degraded),
        .row(9, "notAuthenticated", "ck.no_icloud", .degraded),
        .row(10, "permissionFailure", "ck.permission", .degraded),
        .row(11, "unknownItem", "ck.not_found", .degraded),
        .row(12, "invalidArguments", "ck.bad_request", .degraded),
        .row(14, "serverRecordChanged", "ck.conflict", .degraded),
        .row(15, "serverRejectedRequest", "ck.rejected", .degraded).vague,
        .row(16, "assetFileNotFound", "ck.asset", .degraded),
        .row(17, "assetFileModified", "ck.asset", .degraded),
        .row(20, "operationCancelled", "ck.cancelled", .cancelled),
        .row(21, "changeTokenExpired", "ck.token_reset", .degraded),
        .row(22, "batchRequestFailed", "ck.batch", .degraded).vague,
        .row(23, "zoneBusy", "ck.busy", .degraded),
        .row(25, "quotaExceeded", "ck.quota", .degraded),
        .row(26, "zoneNotFound", "ck.zone_gone", .degraded),
        .row(27, "limitExceeded", "ck.too_big", .degraded),
        .row(28, "userDeletedZone", "ck.zone_gone", .degraded),
        .row(32, "managedAccountRestricted", "ck.managed", .degraded),
        .row(34, "serverResponseLost", "ck.unknown_outcome", .degraded),
        .row(36, "accountTemporarilyUnavailable", "ck.account_verify", .degraded),
    ]

    /// `CKAccountStatus`, a state and no error, where 1 is *available*.
    static let account: [Cause] = [
        .row(0, "couldNotDetermine", "ck.account_status", .degraded),
        .row(2, "restricted", "ck.account_status", .degraded),
        .row(3, "noAccount", "ck.account_status", .degraded),
        .row(4, "temporarilyUnavailable", "ck.account_status", .degraded),
    ]
}

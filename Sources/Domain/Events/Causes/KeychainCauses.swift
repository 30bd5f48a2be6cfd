/// Errors of the Keychain, and of the session that an app stores in it.
enum KeychainCauses {
    /// `OSStatus`
    static let keychain: [Cause] = [
        .row(-4, "errSecUnimplemented", "keychain.unsupported", .failed),
        .row(-34, "errSecDiskFull", "device.disk_full", .failed),
        .row(-36, "errSecIO", "keychain.io", .failed),
        .row(-50, "errSecParam", "keychain.bad_query", .failed),
        .row(-54, "permErr", "cause.launchservices_db", .failed).noise,
        .row(-61, "errSecWrPerm", "keychain.readonly", .failed),
        .row(-108, "errSecAllocate", "device.memory", .failed),
        .row(-128, "errSecUserCanceled", "keychain.cancelled", .cancelled),
        .row(-909, "errSecBadReq", "keychain.bad_request", .failed),
        .row(-2070, "errSecInternalComponent", "keychain.internal", .failed),
        .row(-25243, "errSecNoAccessForItem", "keychain.no_access", .failed),
        .row(-25291, "errSecNotAvailable", "keychain.unavailable", .failed),
        .row(-25293, "errSecAuthFailed", "keychain.auth_failed", .rejected),
        .row(-25299, "errSecDuplicateItem", "keychain.duplicate", .failed),
        .row(-25300, "errSecItemNotFound", "keychain.not_found", .skipped),
        .row(-25303, "errSecNoSuchAttr", "keychain.bad_query", .failed),
        .row(-25308, "errSecInteractionNotAllowed", "keychain.locked", .failed),
        .row(-25315, "errSecInteractionRequired", "keychain.interaction_required", .failed),
        .row(-25316, "errSecDataNotAvailable", "keychain.data_unavailable", .failed),
        .row(-26275, "errSecDecode", "keychain.decode", .failed),
        .row(-34018, "errSecMissingEntitlement", "keychain.entitlement", .failed),
        .row(-67671, "errSecInternalError", "keychain.internal", .failed),
        .row(-67673, "errSecInvalidData", "keychain.decode", .failed),
    ]

    static let storedSession: [Cause] = [.row("codable", "session.schema", .failed)]
}

/// What happens on the device between Apple's response and the server, biometrics included.
enum DeviceEntries {
    static let all: [CauseEntry] = [
        .entry("apple.credential.revoked", .rejected, fault: .user, retry: .no, at: [.sessionRestore]),
        .entry("apple.credential.not_found", .rejected, fault: .user, retry: .no, at: [.sessionRestore]),
        .entry("apple.credential.transferred", .failed, fault: .setup, retry: .no, at: [.sessionRestore]),
        .entry("apple.credential.check_unavailable", .degraded, fault: .network, retry: .yes, at: [.sessionRestore]),
        .entry("credential.no_identity_token", .failed, fault: .apple, retry: .yes, at: [.credential]),
        .entry("credential.no_auth_code", .degraded, fault: .apple, retry: .yes, at: [.credential]),
        .entry("credential.nonce", .failed, fault: .app, retry: .afterUserAction, at: [.credential, .appleVerify]),
        .entry("credential.state", .failed, fault: .app, retry: .afterUserAction, at: [.credential]),
        .entry("credential.profile_absent", .success, fault: .apple, retry: .no, at: [.credential]),
        .entry("client.flow_bug", .failed, fault: .app, retry: .yes, at: [.credential]),
        .entry("client.double_request", .failed, fault: .app, retry: .no, at: [.ui]),
        .entry("biometry.failed", .rejected, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("biometry.cancelled", .cancelled, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("biometry.fallback", .skipped, fault: .user, retry: .no, at: [.sessionRestore]),
        .entry("biometry.system_cancelled", .cancelled, fault: .user, retry: .yes, at: [.sessionRestore]),
        .entry("biometry.unavailable", .skipped, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("biometry.locked", .rejected, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("biometry.app_cancelled", .cancelled, fault: .app, retry: .yes, at: [.sessionRestore]),
        .entry("biometry.not_interactive", .skipped, fault: .app, retry: .yes, at: [.sessionRestore]),
        .entry(
            "device.no_passcode",
            .rejected,
            fault: .user,
            retry: .afterUserAction,
            at: [.sessionStore, .sessionRestore]
        ),
        .entry("device.disk_full", .failed, fault: .user, retry: .afterUserAction, at: [.sessionStore]),
        .entry("device.memory", .failed, fault: .app, retry: .yes, at: [.sessionStore]),
    ]
}

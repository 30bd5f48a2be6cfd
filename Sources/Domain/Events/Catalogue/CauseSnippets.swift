/// Lines of Swift that remove a cause in an app, the same in every language.
enum CauseSnippets {
    static func snippet(for code: String) -> String? { table[code] }

    private static let table: [String: String] = [
        "apple.sheet.cancelled": """
        } catch let error as ASAuthorizationError where error.code == .canceled {
            return  // The sign-in screen is still there; no message.
        }
        """,
        "apple.credential.revoked": """
        let state = try await ASAuthorizationAppleIDProvider().credentialState(forUserID: userID)
        if state == .revoked { signOutLocally() }  // When the check itself fails, the user stays signed in.
        """,
        "credential.no_identity_token": """
        guard let data = credential.identityToken, let token = String(data: data, encoding: .utf8) else {
            throw SignInError.noIdentityToken
        }
        """,
        "credential.nonce": nonce,
        "apple.idtoken.nonce": nonce,
        "client.flow_bug": """
        private var controller: ASAuthorizationController?  // Released, it loses the result.
        private var continuation: CheckedContinuation<ASAuthorization, any Error>?

        func finish(_ result: Result<ASAuthorization, any Error>) {
            continuation?.resume(with: result)
            (continuation, controller) = (nil, nil)  // A second call does nothing.
        }
        """,
        "client.task_cancelled": """
        } catch is CancellationError {
            throw CancellationError()  // Not reported as a failure.
        }
        """,
        "net.cancelled": """
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()  // Not reported as a failure.
        }
        """,
        "net.captive_portal": """
        guard response.mimeType == "application/json" else { throw SignInError.captivePortal }
        """,
        "web.sheet.no_anchor": """
        session.presentationContextProvider = self  // self is kept by a property for as long as the session runs.

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
        """,
        "refresh.reused": """
        actor SessionRefresher {
            private var running: Task<Session, any Error>?

            func refresh() async throws -> Session {
                if let running { return try await running.value }
                let task = Task { try await requestNewSession() }  // Saves the new refresh token before it returns.
                running = task
                defer { running = nil }
                return try await task.value
            }
        }
        """,
        "http.401_uncoded": """
        let code = (try? JSONDecoder().decode(ErrorBody.self, from: data))?.code
        if let code, ["session_not_found", "session_expired", "refresh_token_not_found"].contains(code) {
            signOutLocally()
        }
        """,
        "limit.requests": """
        let wait = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init) ?? 30
        try await Task.sleep(for: .seconds(wait))
        """,
        "keychain.locked": """
        query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly

        guard UIApplication.shared.isProtectedDataAvailable else { return .tryAgainLater }  // Not: signed out.
        """,
        "keychain.duplicate": """
        let status = SecItemUpdate(query as CFDictionary, [kSecValueData: data] as CFDictionary)
        if status == errSecItemNotFound {
            SecItemAdd(query.merging([kSecValueData: data]) { $1 } as CFDictionary, nil)
        }
        """,
        "session.schema": """
        struct StoredSession: Codable {
            var version = 2
            let refreshToken: String
            var deviceName: String?  // Added in version 2: older sessions do not have it.
        }
        """,
    ]

    private static let nonce = """
        let nonce = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        request.nonce = SHA256.hash(data: Data(nonce.utf8)).map { String(format: "%02x", $0) }.joined()
        // The server gets `nonce`, as it is.
        """
}

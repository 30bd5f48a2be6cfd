import Domain
import Foundation
import StrictJSON

/// A session that a device takes up again when the app starts.
public struct RestoredSession: Sendable {
    public let session: Session
    public let profile: Profile
    /// New ones, where a refresh token was shown.
    public let tokens: IssuedTokens?
}

/// Why a session is not taken up again; each has a name that never changes.
public enum RestoreFailure: Error, Sendable, Hashable {
    case token(AccessTokenFailure)
    case refresh(RefreshFailure)
}

/// Takes a session up again by whichever of its tokens a device has kept, and says which of the possible reasons it is
/// when that cannot be.
public struct SessionRestoration: Sendable {
    let authenticator: AppAuthenticator
    let refreshes: SessionRefresh
    let profiles: ProfileSelfService

    /// - Parameter token: of a session, or an access token. It stays good.
    public func restore(token: String, in tenant: Tenant) async throws(RestoreFailure) -> RestoredSession {
        let record: SessionRecord
        do throws(AccessTokenFailure) { record = try await session(token, in: tenant) } catch { throw .token(error) }
        return RestoredSession(
            session: record.session,
            profile: try await profile(of: record.user.id, in: tenant),
            tokens: nil
        )
    }

    /// - Parameter token: a refresh token, which is good once.
    public func restore(
        refreshToken token: String,
        at place: SignInContext
    ) async throws(RestoreFailure) -> RestoredSession {
        let refreshed: RefreshedSession
        do throws(RefreshFailure) { refreshed = try await refreshes.refresh(token, at: place) } catch {
            throw .refresh(error)
        }
        return RestoredSession(
            session: refreshed.session,
            profile: try await profile(of: refreshed.user.id, in: place.tenant),
            tokens: refreshed.tokens
        )
    }

    /// The live session of a token of either kind.
    public func session(_ token: String, in tenant: Tenant) async throws(AccessTokenFailure) -> SessionRecord {
        guard !token.hasBytePrefix(Credential.Prefix.appSession.rawValue) else {
            return try await authenticator.session(token: token, in: tenant)
        }
        return try await authenticator.session(accessToken: token, in: tenant).record
    }

    private func profile(of user: User.ID, in tenant: Tenant) async throws(RestoreFailure) -> Profile {
        do throws(DomainError) { return try await profiles.read(of: user, in: tenant.id) } catch {
            // Deleted a moment ago: with the account its sessions are gone.
            if case .notFound = error { throw .token(.sessionNotFound) }
            throw .token(AccessTokenFailure(error))
        }
    }
}

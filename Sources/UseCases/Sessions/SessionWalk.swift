import Domain
import Foundation

/// A walk over the sessions of all users that deletes ended ones, in short steps: user by user, and of each user those
/// seen last first.
public enum SessionWalk {
    /// How far the walk has come.
    public struct Place: Sendable, Hashable {
        /// Before all sessions.
        public static let start = Place(
            tenant: Tenant.ID(last),
            user: User.ID(last),
            lastSeenAt: Timestamp(milliseconds: .max),
            session: Session.ID(last),
            keptEnded: 0
        )
        private static let last = UUID(bytes: [UInt8](repeating: 0xFF, count: 16))

        public let tenant: Tenant.ID
        public let user: User.ID
        public let lastSeenAt: Timestamp
        public let session: Session.ID
        /// The number of ended sessions of the user up to here that are kept.
        public let keptEnded: Int

        public init(tenant: Tenant.ID, user: User.ID, lastSeenAt: Timestamp, session: Session.ID, keptEnded: Int) {
            self.tenant = tenant
            self.user = user
            self.lastSeenAt = lastSeenAt
            self.session = session
            self.keptEnded = keptEnded
        }
    }

    /// Says which ended sessions are kept.
    public struct Limits: Sendable {
        /// A session that has expired by this time has ended.
        public let now: Timestamp
        /// Sessions that ended earlier are deleted.
        public let endedSince: Timestamp
        /// The number of ended sessions that are kept of one user.
        public let perUser: Int

        public init(now: Timestamp, endedSince: Timestamp, perUser: Int) {
            self.now = now
            self.endedSince = endedSince
            self.perUser = perUser
        }
    }
}

import Foundation
import Logging

/// How many files and connections the system lets the process open.
enum FileDescriptors {
    /// For the databases, the assets and the log.
    private static let own = 200

    /// Raises the limit to what the connections need, as far as the process may.
    static func prepare(for connections: Int, logger: Logger) {
        let wanted = rlim_t(connections + own)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur < wanted else { return }
        logger.warning(
            "The system allows fewer open files than connections may need: raise the limit, or lower GATEHOUSE_CONNECTIONS",
            metadata: ["allowed": "\(limit.rlim_cur)", "wanted": "\(wanted)"]
        )
    }
}

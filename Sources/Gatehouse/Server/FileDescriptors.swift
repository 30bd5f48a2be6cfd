import Foundation
import Logging

/// The limit of open files and connections of the process.
enum FileDescriptors {
    /// The files of the databases, the assets and the log.
    private static let own = 200

    /// Raises the limit to what the connections need, as far as the system permits.
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

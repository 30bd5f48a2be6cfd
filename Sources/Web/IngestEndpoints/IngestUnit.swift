import Domain
import HTTPTypes
import Synchronization
import UseCases

/// The unit of a limit.
enum IngestUnit {
    case events, bytes
}

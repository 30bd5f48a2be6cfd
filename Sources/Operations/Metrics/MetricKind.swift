import CoreMetrics
import Synchronization

enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

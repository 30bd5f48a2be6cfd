import CoreMetrics
import Synchronization

final class CounterSeries: MetricSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    /// A counter never decreases, and saturates instead of trapping.
    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        _ = count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: MetricLabels, to writer: inout PrometheusWriter) {
        writer.add(name, labels, Double(count.load(ordering: .relaxed)))
    }
}

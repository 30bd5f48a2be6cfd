import CoreMetrics
import Synchronization

final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    /// From a millisecond to ten seconds: the waiting times of users.
    static let secondBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// The bounds for numbers of items and bytes.
    static let sizeBounds: [Double] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

    private let bounds: [Double]
    private let state: Mutex<State>

    private struct State {
        /// The count of each bucket and of the overflow, not cumulative.
        var counts: [UInt64]
        var sum = 0.0
    }

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: [UInt64](repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func write(_ name: String, _ labels: MetricLabels, to writer: inout PrometheusWriter) {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total: UInt64 = 0
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            writer.add(name, labels, Double(total), suffix: "_bucket", bound: bound)
        }
        writer.add(name, labels, sum, suffix: "_sum")
        writer.add(name, labels, Double(total), suffix: "_count")
    }
}

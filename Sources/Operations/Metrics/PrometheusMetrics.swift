import CoreMetrics
import Domain
import Synchronization

/// Stores all metrics of the process, and writes them in the Prometheus text format 0.0.4.
///
/// The number of series is bounded: a label whose values do not come from a closed set costs its own series and
/// `gatehouse_metrics_dropped_series_total`, never the memory of the process.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// metrics.observe("gatehouse_connections_open", help: "Open connections.") { Double(counts.open) }
/// Counter(label: "gatehouse_events_total", dimensions: [("outcome", "stored")], factory: metrics).increment(by: 100)
/// ```
package final class PrometheusMetrics: MetricsFactory, Sendable {
    package static let maximumSeries = 2000
    static let droppedName = "gatehouse_metrics_dropped_series_total"

    private let state = Mutex(State())
    private let limit: Int

    private struct State {
        var families: [String: Family] = [:]
        var observers: [Observer] = []
        var help: [String: String] = [:]
        var seriesCount = 0
        var dropped = 0
    }

    private struct Observer {
        let family: String
        let kind: MetricKind
        let labels: MetricLabels
        let value: @Sendable () -> Double?
    }

    private struct Family {
        let kind: MetricKind
        var series: [MetricLabels: any MetricSeries] = [:]
    }

    /// - Parameter maximumSeries: further series are counted and dropped.
    package init(maximumSeries: Int = PrometheusMetrics.maximumSeries) { limit = maximumSeries }

    /// Sets the help text of a metric, one sentence.
    package func describe(_ name: String, _ help: String) {
        state.withLock { $0.help[MetricName.sanitized(name)] = help }
    }

    /// Adds a gauge that is read at each scrape; nil omits it.
    package func observe(
        _ name: String,
        help: String,
        labels: [(String, String)] = [],
        value: @escaping @Sendable () -> Double?
    ) {
        add(
            Observer(family: MetricName.sanitized(name), kind: .gauge, labels: MetricLabels(labels), value: value),
            help
        )
    }

    /// Adds a counter that is maintained elsewhere and read at each scrape; nil omits it.
    package func observeCounter(
        _ name: String,
        help: String,
        labels: [(String, String)] = [],
        value: @escaping @Sendable () -> Double?
    ) {
        add(
            Observer(family: MetricName.counter(name), kind: .counter, labels: MetricLabels(labels), value: value),
            help
        )
    }

    private func add(_ observer: Observer, _ help: String) {
        state.withLock { state in
            state.help[observer.family] = help
            state.observers.append(observer)
        }
    }

    // MARK: Making

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(MetricName.counter(label), .counter, dimensions) { CounterSeries() } ?? CounterSeries()
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(MetricName.sanitized(label), .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else {
            return series(MetricName.sanitized(label), .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
        }
        return histogram(MetricName.sanitized(label), dimensions, bounds: HistogramSeries.sizeBounds)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(MetricName.timer(label), dimensions, bounds: HistogramSeries.secondBounds)
    }

    private func histogram(_ name: String, _ dimensions: [(String, String)], bounds: [Double]) -> HistogramSeries {
        series(name, .histogram, dimensions) { HistogramSeries(bounds: bounds) } ?? HistogramSeries(bounds: bounds)
    }

    /// The series of that name and labels, existing or new; nil when there are too many, or the name is another kind of
    /// metric.
    private func series<Series: MetricSeries>(
        _ name: String,
        _ kind: MetricKind,
        _ dimensions: [(String, String)],
        make: () -> Series
    ) -> Series? {
        let labels = MetricLabels(dimensions)
        return state.withLock { state in
            let family = state.families[name] ?? Family(kind: kind)
            if let known = family.series[labels] as? Series { return known }
            guard family.kind == kind, state.seriesCount < limit else {
                state.dropped += 1
                return nil
            }
            let series = make()
            state.families[name, default: family].series[labels] = series
            state.seriesCount += 1
            return series
        }
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    private func forget(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
                state.families[name]?.series[labels] = nil
                state.seriesCount -= 1
            }
        }
    }

    // MARK: Writing

    /// All metrics, sorted by name.
    package func text() -> String {
        let snapshot = state.withLock { $0 }
        var writer = PrometheusWriter(help: snapshot.help)
        for (name, family) in snapshot.families {
            for (labels, series) in family.series { series.write(name, labels, to: &writer) }
            writer.declare(name, family.kind)
        }
        for observer in snapshot.observers {
            // The lock is not held here, because an observer may itself make metrics.
            guard let value = observer.value() else { continue }
            writer.declare(observer.family, observer.kind)
            writer.add(observer.family, observer.labels, value)
        }
        writer.declare(Self.droppedName, .counter)
        writer.add(Self.droppedName, MetricLabels([]), Double(snapshot.dropped))
        return writer.text
    }
}

extension PrometheusMetrics {
    /// Adds the standard process metrics of Prometheus: memory, file descriptors, CPU time, start time.
    package func observeProcess(startedAt: Timestamp) {
        observe("process_resident_memory_bytes", help: "Resident memory in bytes.") { ProcessFigures.residentBytes }
        observe("process_open_fds", help: "Number of open file descriptors.") { ProcessFigures.openDescriptors }
        observe("process_max_fds", help: "Maximum number of open file descriptors.") {
            ProcessFigures.maximumDescriptors
        }
        observeCounter("process_cpu_seconds_total", help: "Total user and system CPU time spent in seconds.") {
            ProcessFigures.processorSeconds
        }
        observe("process_start_time_seconds", help: "Start time of the process since the Unix epoch in seconds.") {
            Double(startedAt.milliseconds) / 1000
        }
    }
}

/// The value of one metric with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
    func write(_ name: String, _ labels: MetricLabels, to writer: inout PrometheusWriter)
}

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

final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func write(_ name: String, _ labels: MetricLabels, to writer: inout PrometheusWriter) {
        writer.add(name, labels, value.withLock { $0 })
    }
}

enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

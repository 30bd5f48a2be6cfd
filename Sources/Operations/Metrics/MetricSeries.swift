import CoreMetrics
import Synchronization

/// The value of one metric with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
    func write(_ name: String, _ labels: MetricLabels, to writer: inout PrometheusWriter)
}

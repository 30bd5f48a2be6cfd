import CoreMetrics
import Domain
import Testing

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore
@testable import WebFixtures

@Suite struct PrometheusMetricsTests {
    @Test func `counters, gauges and timers are written as Prometheus reads them`() {
        let metrics = PrometheusMetrics()
        metrics.describe("gatehouse_events_total", "Events taken.")
        Counter(label: "gatehouse.events", dimensions: [("outcome", "stored")], factory: metrics).increment(by: 3)
        Meter(label: "queue-depth", factory: metrics).set(7.5)
        Timer(label: "wait", factory: metrics).recordMilliseconds(30)
        Timer(label: "wait", factory: metrics).recordSeconds(60)

        let lines = metrics.text().split(separator: "\n").map(String.init)

        #expect(
            lines.prefix(6) == [
                "# HELP gatehouse_events_total Events taken.", "# TYPE gatehouse_events_total counter",
                "gatehouse_events_total{outcome=\"stored\"} 3", "# TYPE gatehouse_metrics_dropped_series_total counter",
                "gatehouse_metrics_dropped_series_total 0",
                "# TYPE queue_depth gauge",
            ]
        )
        #expect(lines.contains("queue_depth 7.5"))
        #expect(lines.contains("# TYPE wait_seconds histogram"))
        #expect(lines.contains("wait_seconds_bucket{le=\"0.025\"} 0"))
        #expect(lines.contains("wait_seconds_bucket{le=\"0.05\"} 1"))
        #expect(lines.contains("wait_seconds_bucket{le=\"+Inf\"} 2"))
        #expect(lines.contains("wait_seconds_sum 60.03"))
        #expect(lines.contains("wait_seconds_count 2"))
    }

    @Test func `the same name and labels are the same series, in any order of labels`() {
        let metrics = PrometheusMetrics()

        Counter(label: "hits", dimensions: [("a", "1"), ("b", "2")], factory: metrics).increment()
        Counter(label: "hits", dimensions: [("b", "2"), ("a", "1")], factory: metrics).increment()

        #expect(metrics.text().contains("hits_total{a=\"1\",b=\"2\"} 2\n"))
    }

    @Test func `a label cannot end its line or its quotes`() {
        let metrics = PrometheusMetrics()

        Counter(label: "hits", dimensions: [("route", "a\"b\\c\nd")], factory: metrics).increment()

        #expect(metrics.text().contains("hits_total{route=\"a\\\"b\\\\c\\nd\"} 1\n"))
    }

    @Test(arguments: [("7days", "_7days"), ("a-b.c", "a_b_c"), ("zeit_ü", "zeit__"), ("", "_")])
    func `a name is made one that Prometheus takes`(name: String, expected: String) {
        #expect(MetricName.sanitized(name) == expected)
    }

    @Test func `more series than the limit are counted and not kept`() {
        let metrics = PrometheusMetrics(maximumSeries: 2)

        for path in 0..<100_000 {
            Counter(label: "hits", dimensions: [("path", String(path))], factory: metrics).increment()
        }

        let text = metrics.text()
        #expect(text.contains("hits_total{path=\"1\"} 1"))
        #expect(!text.contains("hits_total{path=\"2\"}"))
        #expect(text.contains("gatehouse_metrics_dropped_series_total 99998"))
    }

    @Test func `one name is one kind of metric`() {
        let metrics = PrometheusMetrics()
        Counter(label: "x_total", factory: metrics).increment()

        Meter(label: "x_total", factory: metrics).set(5)

        #expect(metrics.text().contains("x_total 1\n"))
        #expect(metrics.text().contains("gatehouse_metrics_dropped_series_total 1"))
    }

    @Test func `an observed value is read at each scrape`() {
        let metrics = PrometheusMetrics()
        metrics.observe("open", help: "Open.") { 3 }
        metrics.observe("gone", help: "Gone.") { nil }

        let text = metrics.text()

        #expect(text.contains("# HELP open Open.\n# TYPE open gauge\nopen 3\n"))
        #expect(!text.contains("gone"))
    }

    @Test func `the process reports its memory`() {
        let metrics = PrometheusMetrics()

        metrics.observeProcess(startedAt: Timestamp(milliseconds: 1500))

        #expect(metrics.text().contains("process_start_time_seconds 1.5\n"))
        #expect(ProcessFigures.residentBytes.map { $0 > 1_000_000 } ?? true)
    }
}

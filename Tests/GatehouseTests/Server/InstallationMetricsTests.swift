import Operations
import Testing
import Web
import WebCore

@testable import Gatehouse

@Suite struct InstallationMetricsTests {
    @Test func `queues, files, disk and connections are measured`() async throws {
        let folder = try TemporaryFolder()
        let installation = try await Installation.open(
            Settings.forTest(in: folder),
            for: .init(mayCreate: true),
            logger: .silent
        )
        let metrics = PrometheusMetrics()

        InstallationMetrics(
            installation: installation,
            connections: ConnectionCounts(),
            bodies: BodyBudget(routes: RouteList()),
            node: "one"
        )
        .add(to: metrics)
        let text = metrics.text()
        try await installation.close()

        for line in [
            "gatehouse_decoding_running 0", "gatehouse_decoding_queue_requests 0",
            "gatehouse_decoding_queue_limit_requests 256",
            "gatehouse_decoding_bytes 0", "gatehouse_decoding_limit_bytes 41943040",
            "# TYPE gatehouse_decoding_refused_total counter",
            "gatehouse_request_bytes{pool=\"bulk\"} 0", "gatehouse_request_limit_bytes{pool=\"small\"} 12582912",
            "# TYPE gatehouse_request_bytes_refused_total counter", "gatehouse_ingest_queue_events 0",
            "gatehouse_ingest_queue_limit_events 20000", "gatehouse_password_queue_requests 0",
            "gatehouse_password_queue_limit_requests 64", "gatehouse_password_hashes_running 0",
            "gatehouse_connections_open 0",
            "# TYPE gatehouse_connections_refused_total counter",
            "gatehouse_build_info{node=\"one\",version=\"\(Version.current)\"} 1",
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        for series in [
            #/gatehouse_database_file_bytes\{database="control",file="main"\} [1-9]/#,
            #/gatehouse_database_file_bytes\{database="control",file="wal"\} [0-9]/#,
            #/gatehouse_database_file_bytes\{database="events",file="main"\} [1-9]/#,
            #/gatehouse_data_free_bytes [1-9]/#,
        ] {
            #expect(text.contains(series))
        }
    }
}

import Database
import Domain
import Foundation
import Operations
import UseCases
import WebCore

/// Reports gauges of the installation to `/metrics`: queues, files, disk, connections. Each is read on demand.
struct InstallationMetrics: Sendable {
    let installation: Installation
    let connections: ConnectionCounts
    let bodies: BodyBudget
    /// The name of this node.
    let node: String

    func add(to metrics: PrometheusMetrics) {
        addQueues(to: metrics)
        addFiles(to: metrics)
        addDecoding(to: metrics)
        addBodies(to: metrics)
        addApple(to: metrics)
        addMail(to: metrics)
        addDenials(to: metrics)
        let clock = installation.clock
        metrics.observe(
            "gatehouse_clock_lag_seconds",
            help: "How far the machine's clock is behind the time of the installation, which does not go back."
        ) { Double(clock.lag.wholeMilliseconds) / 1000 }
        metrics.observe(
            "gatehouse_clock_leap_seconds",
            help: "How far the machine's clock has stepped ahead; believed after ten minutes."
        ) { Double(clock.leap.wholeMilliseconds) / 1000 }
        metrics.observe("gatehouse_connections_open", help: "Open connections of clients.") { Double(connections.open) }
        metrics.observeCounter(
            "gatehouse_connections_refused_total",
            help: "Connections closed at once, because there were enough of them already."
        ) { Double(connections.rejected) }
        for bound in ConnectionCounts.Bound.allCases {
            metrics.observeCounter(
                "gatehouse_connections_refused_by_bound_total",
                help: "The same, by what was full: all, an address, or a network of many.",
                labels: [("bound", "\(bound)")]
            ) { Double(connections.rejected(by: bound)) }
        }
        metrics.observe(
            "gatehouse_build_info",
            help: "The running version; always 1.",
            labels: [("version", Version.current), ("node", node)]
        ) { 1 }
    }

    private func addQueues(to metrics: PrometheusMetrics) {
        let (intake, passwords) = (installation.services.intake, installation.services.passwords)
        metrics.observe("gatehouse_ingest_queue_events", help: "Events that wait for a transaction.") {
            Double(intake.queue.waiting)
        }
        metrics.observe("gatehouse_ingest_queue_limit_events", help: "With more events waiting a delivery is refused.")
        {
            Double(intake.queue.limit)
        }
        let attempts = installation.services.attempts
        metrics.observe("gatehouse_attempt_queue_steps", help: "Steps of sign-ins that wait to be written as events.") {
            Double(attempts.queue.waiting)
        }
        metrics.observeCounter(
            "gatehouse_attempt_steps_dropped_total",
            help:
                "Steps that were not written: the events database was away for too long, or one tenant's share was full."
        ) { Double(attempts.dropped) }
        metrics.observe("gatehouse_password_queue_requests", help: "Requests that wait for a password to be hashed.") {
            Double(passwords.queue.waiting)
        }
        metrics.observe(
            "gatehouse_password_queue_limit_requests",
            help: "With more requests waiting a sign-in is refused."
        ) {
            Double(passwords.queue.limit)
        }
        metrics.observe("gatehouse_password_hashes_running", help: "Passwords that are being hashed.") {
            Double(passwords.running)
        }
    }

    private func addDecoding(to metrics: PrometheusMetrics) {
        let decoding = installation.services.intake.decoding
        metrics.observe("gatehouse_decoding_running", help: "Deliveries of events that are unpacked and parsed now.") {
            Double(decoding.running)
        }
        metrics.observe("gatehouse_decoding_queue_requests", help: "Deliveries that wait to be unpacked and parsed.") {
            Double(decoding.queue.waiting)
        }
        metrics.observe("gatehouse_decoding_queue_limit_requests", help: "With more deliveries waiting one is refused.")
        {
            Double(decoding.queue.limit)
        }
        metrics.observe(
            "gatehouse_decoding_bytes",
            help: "Estimated memory of deliveries: bodies that wait, and what is unpacked or waits for its transaction."
        ) { Double(decoding.bytesInFlight) }
        metrics.observe("gatehouse_decoding_limit_bytes", help: "A delivery waits until it fits into so many bytes.") {
            Double(decoding.limits.bytes)
        }
        metrics.observeCounter(
            "gatehouse_decoding_refused_total",
            help: "Deliveries refused because too many waited, or for too long."
        ) {
            Double(decoding.rejected)
        }
    }

    private func addBodies(to metrics: PrometheusMetrics) {
        for pool in BodyBudget.Pool.allCases {
            let labels = [("pool", pool.rawValue)]
            metrics.observe(
                "gatehouse_request_bytes",
                help:
                    "Bytes of requests that are not answered yet; bulk is events and long bodies, open is requests themselves.",
                labels: labels
            ) { Double(bodies.held(in: pool)) }
            metrics.observe(
                "gatehouse_request_limit_bytes",
                help: "With more bytes a request is refused.",
                labels: labels
            ) {
                Double(bodies.limit(of: pool))
            }
            metrics.observeCounter(
                "gatehouse_request_bytes_refused_total",
                help: "Requests refused because all, or those of one network, hold too many bytes.",
                labels: labels
            ) { Double(bodies.rejected(in: pool)) }
        }
    }

    private func addApple(to metrics: PrometheusMetrics) {
        let answers = installation.services.appleAnswers
        for call in AppleAnswerCounts.Call.allCases {
            for answer in AppleAnswerCounts.Answer.allCases {
                metrics.observeCounter(
                    "gatehouse_apple_answers_total",
                    help:
                        "Answers of Apple's token endpoint; invalid_client is a tenant's wrong key, team or client id.",
                    labels: [("call", call.rawValue), ("answer", answer.rawValue)]
                ) { Double(answers[call, answer]) }
            }
        }
    }

    private func addDenials(to metrics: PrometheusMetrics) {
        let denials = installation.services.denials
        metrics.observeCounter(
            "gatehouse_denials_counted_total",
            help: "Denied tries that have no audit entry of their own: one entry tells of many."
        ) { Double(denials.countedTogether) }
    }

    private func addMail(to metrics: PrometheusMetrics) {
        let mail = installation.services.mail
        metrics.observe("gatehouse_mail_queue_messages", help: "Messages that wait to be sent.") {
            Double(mail.queue.waiting)
        }
        metrics.observe(
            "gatehouse_mail_queue_limit_messages",
            help: "With more messages waiting a further one is refused."
        ) {
            Double(mail.queue.limit)
        }
        metrics.observeCounter("gatehouse_mail_sent_total", help: "Messages that were handed over.") {
            Double(mail.counts.sent)
        }
        metrics.observeCounter(
            "gatehouse_mail_failures_total",
            help: "Tries to hand a message over that failed; most are tried again."
        ) { Double(mail.counts.failures) }
        metrics.observeCounter("gatehouse_mail_given_up_total", help: "Emails dropped after the last retry.") {
            Double(mail.counts.givenUp)
        }
        metrics.observeCounter(
            "gatehouse_mail_over_budget_total",
            help: "Messages not written: their tenant or mailbox had all of this hour."
        ) { Double(mail.counts.overBudget) }
        metrics.observeCounter("gatehouse_mail_refused_total", help: "Messages refused because too many waited.") {
            Double(mail.counts.rejected)
        }
    }

    private func addFiles(to metrics: PrometheusMetrics) {
        let folder = installation.folder
        metrics.observe(
            "gatehouse_data_free_bytes",
            help: "Bytes that can still be written to the disk of the data folder."
        ) {
            folder.freeBytes.map(Double.init)
        }
        addTelemetry(to: metrics)
        guard !installation.storage.isShared else { return addPools(to: metrics) }
        for (database, file) in [("control", folder.control), ("events", folder.events)] {
            for (part, path) in [("main", file.path), ("wal", file.path + "-wal")] {
                metrics.observe(
                    "gatehouse_database_file_bytes",
                    help: "Size of a database's file and of its write-ahead log.",
                    labels: [("database", database), ("file", part)]
                ) { Self.size(of: path) }
            }
        }
    }

    private func addTelemetry(to metrics: PrometheusMetrics) {
        let (telemetry, folder) = (installation.telemetry, installation.folder)
        for state in TelemetryStorage.State.allCases {
            metrics.observe(
                "gatehouse_telemetry_state",
                help: "Whether events can be stored: 1 for the state that holds.",
                labels: [("state", state.rawValue)]
            ) { telemetry.state == state ? 1 : 0 }
            guard state != .available else { continue }
            metrics.observeCounter(
                "gatehouse_ingest_refused_deliveries_total",
                help: "Deliveries of events that were refused because nothing could be stored.",
                labels: [("reason", state.rawValue)]
            ) { Double(telemetry.rejected(in: state)) }
        }
        metrics.observeCounter(
            "gatehouse_ingest_refused_deliveries_total",
            help: "Deliveries of events that were refused because nothing could be stored.",
            labels: [("reason", "tenant_size")]
        ) { Double(telemetry.rejectedForSize) }
        let budget = installation.services.intake.budget
        metrics.observeCounter(
            "gatehouse_ingest_refused_deliveries_total",
            help: "Deliveries of events that were refused because nothing could be stored.",
            labels: [("reason", "daily_budget")]
        ) { Double(budget.rejected) }
        guard let reserve = installation.storage.reserve else { return }
        metrics.observe(
            "gatehouse_events_free_bytes",
            help: "Bytes that can still be written to the disk of the events database."
        ) {
            DiskSpace(of: folder.eventsFolder).map { Double($0.free) }
        }
        metrics.observe(
            "gatehouse_disk_reserve_bytes",
            help: "Space that is kept for the control database; 0 after it was let go on a full disk."
        ) { reserve.isHeld ? Double(reserve.bytes) : 0 }
    }

    private func addPools(to metrics: PrometheusMetrics) {
        #if PostgreSQL
        for (name, database) in [("control", installation.storage.control), ("events", installation.storage.events)] {
            guard let database = database as? PostgresDatabase else { continue }
            metrics.observe(
                "gatehouse_database_connections_open",
                help: "Connections to PostgreSQL.",
                labels: [("database", name)]
            ) {
                Double(database.openConnections)
            }
            metrics.observe(
                "gatehouse_database_queue_requests",
                help: "Transactions that wait for a connection to PostgreSQL.",
                labels: [("database", name)]
            ) { Double(database.waitingRequests) }
        }
        #endif
    }

    /// Nil when the file does not exist.
    private static func size(of path: String) -> Double? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.doubleValue
    }
}

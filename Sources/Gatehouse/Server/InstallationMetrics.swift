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
            help: "Seconds that the machine's clock is behind the installation clock, which never goes back."
        ) { Double(clock.lag.wholeMilliseconds) / 1000 }
        metrics.observe(
            "gatehouse_clock_leap_seconds",
            help: "Seconds that the machine's clock has stepped ahead; 0 once the step is accepted, after ten minutes."
        ) { Double(clock.leap.wholeMilliseconds) / 1000 }
        metrics.observe("gatehouse_connections_open", help: "Open client connections.") { Double(connections.open) }
        metrics.observeCounter(
            "gatehouse_connections_refused_total",
            help: "Connections rejected because a limit of open connections was reached."
        ) { Double(connections.rejected) }
        for bound in ConnectionCounts.Bound.allCases {
            metrics.observeCounter(
                "gatehouse_connections_refused_by_bound_total",
                help: "Connections rejected, by the limit that was reached: total, per address or per network.",
                labels: [("bound", "\(bound)")]
            ) { Double(connections.rejected(by: bound)) }
        }
        metrics.observe(
            "gatehouse_build_info",
            help: "Version and name of the running node, as labels; the value is always 1.",
            labels: [("version", Version.current), ("node", node)]
        ) { 1 }
    }

    private func addQueues(to metrics: PrometheusMetrics) {
        let (intake, passwords) = (installation.services.intake, installation.services.passwords)
        metrics.observe("gatehouse_ingest_queue_events", help: "Events waiting to be written to the database.") {
            Double(intake.queue.waiting)
        }
        metrics.observe("gatehouse_ingest_queue_limit_events", help: "Limit of events waiting to be written.") {
            Double(intake.queue.limit)
        }
        let attempts = installation.services.attempts
        metrics.observe("gatehouse_attempt_queue_steps", help: "Steps of sign-in attempts waiting to be written.") {
            Double(attempts.queue.waiting)
        }
        metrics.observeCounter(
            "gatehouse_attempt_steps_dropped_total",
            help:
                "Sign-in attempt steps dropped: the events database was unavailable too long, or a tenant had too many."
        ) { Double(attempts.dropped) }
        metrics.observe("gatehouse_password_queue_requests", help: "Requests waiting for a password hash.") {
            Double(passwords.queue.waiting)
        }
        metrics.observe(
            "gatehouse_password_queue_limit_requests",
            help: "Limit of requests waiting for a password hash; further requests are rejected."
        ) {
            Double(passwords.queue.limit)
        }
        metrics.observe("gatehouse_password_hashes_running", help: "Password hashes being computed.") {
            Double(passwords.running)
        }
    }

    private func addDecoding(to metrics: PrometheusMetrics) {
        let decoding = installation.services.intake.decoding
        metrics.observe("gatehouse_decoding_running", help: "Deliveries of events being decoded.") {
            Double(decoding.running)
        }
        metrics.observe("gatehouse_decoding_queue_requests", help: "Deliveries of events waiting to be decoded.") {
            Double(decoding.queue.waiting)
        }
        metrics.observe("gatehouse_decoding_queue_limit_requests", help: "Limit of deliveries waiting to be decoded.") {
            Double(decoding.queue.limit)
        }
        metrics.observe(
            "gatehouse_decoding_bytes",
            help: "Estimated memory of deliveries in bytes: waiting bodies, and decoded events until they are written."
        ) { Double(decoding.bytesInFlight) }
        metrics.observe("gatehouse_decoding_limit_bytes", help: "Memory limit of decoded deliveries in bytes.") {
            Double(decoding.limits.bytes)
        }
        metrics.observeCounter(
            "gatehouse_decoding_refused_total",
            help: "Deliveries of events rejected because the decoding queue was full or the wait was too long."
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
                    "Bytes of unanswered requests; bulk: telemetry and long bodies, open: a fixed amount per request.",
                labels: labels
            ) { Double(bodies.held(in: pool)) }
            metrics.observe(
                "gatehouse_request_limit_bytes",
                help: "Limit of bytes of unanswered requests; further requests are rejected.",
                labels: labels
            ) {
                Double(bodies.limit(of: pool))
            }
            metrics.observeCounter(
                "gatehouse_request_bytes_refused_total",
                help: "Requests rejected because the pool, or the share of one network in it, was full.",
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
                        "Responses of Apple's token endpoint; invalid_client: a tenant's wrong key, team or client ID.",
                    labels: [("call", call.rawValue), ("answer", answer.rawValue)]
                ) { Double(answers[call, answer]) }
            }
        }
    }

    private func addDenials(to metrics: PrometheusMetrics) {
        let denials = installation.services.denials
        metrics.observeCounter(
            "gatehouse_denials_counted_total",
            help: "Denied requests without an audit entry of their own; one entry summarises several of them."
        ) { Double(denials.countedTogether) }
        let verification = installation.services.auditVerification
        metrics.observe(
            "gatehouse_audit_chains_broken",
            help: "Audit chains with an entry that was changed or is missing."
        ) { Double(verification.brokenChains) }
    }

    private func addMail(to metrics: PrometheusMetrics) {
        let mail = installation.services.mail
        metrics.observe("gatehouse_mail_queue_messages", help: "Emails waiting to be sent.") {
            Double(mail.queue.waiting)
        }
        metrics.observe(
            "gatehouse_mail_queue_limit_messages",
            help: "Limit of waiting emails; further emails are rejected."
        ) {
            Double(mail.queue.limit)
        }
        metrics.observeCounter("gatehouse_mail_sent_total", help: "Emails that the sendmail command accepted.") {
            Double(mail.counts.sent)
        }
        metrics.observeCounter(
            "gatehouse_mail_failures_total",
            help: "Failures to send an email; most are retried."
        ) { Double(mail.counts.failures) }
        metrics.observeCounter("gatehouse_mail_given_up_total", help: "Emails dropped after the last retry.") {
            Double(mail.counts.givenUp)
        }
        metrics.observeCounter(
            "gatehouse_mail_over_budget_total",
            help: "Emails not sent because the hourly budget of the tenant or the mailbox was used up."
        ) { Double(mail.counts.overBudget) }
        metrics.observeCounter("gatehouse_mail_refused_total", help: "Emails rejected because the queue was full.") {
            Double(mail.counts.rejected)
        }
    }

    private func addFiles(to metrics: PrometheusMetrics) {
        let folder = installation.folder
        metrics.observe(
            "gatehouse_data_free_bytes",
            help: "Free bytes on the disk of the data folder."
        ) {
            folder.freeBytes.map(Double.init)
        }
        addTelemetry(to: metrics)
        guard !installation.storage.isShared else { return addPools(to: metrics) }
        for (database, file) in [("control", folder.control), ("events", folder.events)] {
            for (part, path) in [("main", file.path), ("wal", file.path + "-wal")] {
                metrics.observe(
                    "gatehouse_database_file_bytes",
                    help: "Size in bytes of a database's main file or its write-ahead log.",
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
                help: "Whether events can be stored: 1 for the current state, 0 for the others.",
                labels: [("state", state.rawValue)]
            ) { telemetry.state == state ? 1 : 0 }
            guard state != .available else { continue }
            metrics.observeCounter(
                "gatehouse_ingest_refused_deliveries_total",
                help: "Deliveries of events rejected because they could not be stored, by reason.",
                labels: [("reason", state.rawValue)]
            ) { Double(telemetry.rejected(in: state)) }
        }
        metrics.observeCounter(
            "gatehouse_ingest_refused_deliveries_total",
            help: "Deliveries of events rejected because they could not be stored, by reason.",
            labels: [("reason", "tenant_size")]
        ) { Double(telemetry.rejectedForSize) }
        let budget = installation.services.intake.budget
        metrics.observeCounter(
            "gatehouse_ingest_refused_deliveries_total",
            help: "Deliveries of events rejected because they could not be stored, by reason.",
            labels: [("reason", "daily_budget")]
        ) { Double(budget.rejected) }
        guard let reserve = installation.storage.reserve else { return }
        metrics.observe(
            "gatehouse_events_free_bytes",
            help: "Free bytes on the disk of the events database."
        ) {
            DiskSpace(of: folder.eventsFolder).map { Double($0.free) }
        }
        metrics.observe(
            "gatehouse_disk_reserve_bytes",
            help: "Bytes of disk space reserved for the control database; 0 after their release on a full disk."
        ) { reserve.isHeld ? Double(reserve.bytes) : 0 }
    }

    private func addPools(to metrics: PrometheusMetrics) {
        #if PostgreSQL
        for (name, database) in [("control", installation.storage.control), ("events", installation.storage.events)] {
            guard let database = database as? PostgresDatabase else { continue }
            metrics.observe(
                "gatehouse_database_connections_open",
                help: "Open connections to PostgreSQL.",
                labels: [("database", name)]
            ) {
                Double(database.openConnections)
            }
            metrics.observe(
                "gatehouse_database_queue_requests",
                help: "Transactions waiting for a connection to PostgreSQL.",
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

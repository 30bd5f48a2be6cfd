import Domain
import Foundation

extension PrometheusMetrics {
    /// Adds the standard process metrics of Prometheus: memory, file descriptors, CPU time, start time.
    package func observeProcess(startedAt: Timestamp) {
        observe("process_resident_memory_bytes", help: "Resident memory.") { ProcessFigures.residentBytes }
        observe("process_open_fds", help: "Open file descriptors.") { ProcessFigures.openDescriptors }
        observe("process_max_fds", help: "Most file descriptors that the process may open.") {
            ProcessFigures.maximumDescriptors
        }
        observeCounter("process_cpu_seconds_total", help: "Processor time, user and system.") {
            ProcessFigures.processorSeconds
        }
        observe("process_start_time_seconds", help: "Start of the process, in seconds since 1970.") {
            Double(startedAt.milliseconds) / 1000
        }
    }
}

import ServiceLifecycle
import UseCases

/// Ends the live tails of events when the server stops, so that the web server need not wait for them.
struct StreamEnding: Service {
    let tails: EventTails

    func run() async throws {
        try? await gracefulShutdown()
        tails.stop()
    }
}

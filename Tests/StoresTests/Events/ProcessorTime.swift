import Foundation

/// The processor time that this thread takes for some work: a busy machine hardly changes it, as it does a clock.
func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    func ofThread() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = ofThread()
    try work()
    return ofThread() - start
}

import NIOCore

/// A deadline that moves often, with a timer that is rarely rescheduled: only when the deadline moves earlier.
/// Otherwise the timer checks the deadline when it fires.
final class ConnectionDeadline {
    var onExpiry: (() -> Void)?

    private var deadline: NIODeadline?
    private var timer: (task: Scheduled<Void>, fires: NIODeadline)?

    /// Sets the deadline; nil removes it.
    func set(_ deadline: NIODeadline?) { self.deadline = deadline }

    func arm(on eventLoop: any EventLoop) {
        guard let deadline, timer.map({ $0.fires > deadline }) ?? true else { return }
        timer?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.fire(on: eventLoop) }
        timer = (task, deadline)
    }

    func cancel() {
        timer?.task.cancel()
        timer = nil
        deadline = nil
        onExpiry = nil
    }

    private func fire(on eventLoop: any EventLoop) {
        timer = nil
        guard let deadline else { return }
        guard eventLoop.now >= deadline else { return arm(on: eventLoop) }
        self.deadline = nil
        onExpiry?()
    }
}

import NIOCore

/// A deadline that moves often, with a timer that is rarely rescheduled: only when the deadline moves earlier.
/// Otherwise the timer checks the deadline when it fires.
final class ConnectionDeadline {
    var onExpiry: (() -> Void)?

    private var moment: NIODeadline?
    private var timer: (task: Scheduled<Void>, fires: NIODeadline)?

    /// Sets the deadline; nil removes it.
    func set(_ moment: NIODeadline?) {
        self.moment = moment
    }

    func arm(on eventLoop: any EventLoop) {
        guard let moment, timer.map({ $0.fires > moment }) ?? true else { return }
        timer?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: moment) { self.fire(on: eventLoop) }
        timer = (task, moment)
    }

    func cancel() {
        timer?.task.cancel()
        timer = nil
        moment = nil
        onExpiry = nil
    }

    private func fire(on eventLoop: any EventLoop) {
        timer = nil
        guard let moment else { return }
        guard eventLoop.now >= moment else { return arm(on: eventLoop) }
        self.moment = nil
        onExpiry?()
    }
}

import ArgumentParser
import Domain
import Stores
import StrictJSON
import UseCases

struct ClockCommand: AnsweringSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show how far the time of the installation has come, or set it back to the machine's clock.",
        discussion: """
            The time of an installation never goes back, so that a clock that is set back revives no session that has expired. After a \
            machine ran ahead for more than ten minutes, and its clock is right again, --reset brings the installation back to it; the \
            server must be stopped. Sessions that seemed to have expired meanwhile live again.
            """
    )

    @Flag(help: "Put the time of the installation where the machine's clock is.")
    var reset = false
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func answer(_ settings: Settings) async throws -> CommandResult {
        let installation = try await Installation.open(settings, mayCreate: false)
        let floor = ClockFloor(control: installation.storage.control)
        let machine = SystemContext.system.wall()
        if reset { try await floor.reset(to: machine) }
        let reached = try await floor.read() ?? machine
        try await installation.close()
        return CommandResult(
            ["installation": .string(reached.rfc3339), "machine": .string(machine.rfc3339)],
            text: """
                The installation has come to \(reached.rfc3339).
                The machine's clock says    \(machine.rfc3339).
                """
        )
    }
}

import ArgumentParser
import Domain
import Stores
import StrictJSON

struct ClockCommand: AnsweringSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show the time of the installation, or reset it to the machine's clock.",
        discussion: """
            The time of an installation never goes back, so that an expired session stays expired when the machine's \
            clock is set back. If the clock was ahead for more than ten minutes and is right again, --reset sets the \
            installation to it; the server must be stopped. Sessions that expired because of the wrong clock are valid \
            again.
            """
    )

    @Flag(help: "Set the time of the installation to the machine's clock.")
    var reset = false
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func answer(_ settings: Settings) async throws -> CommandResult {
        let installation = try await Installation.open(settings, for: .init(mayCreate: false))
        let floor = ClockFloor(control: installation.storage.control)
        let machine = SystemContext.system.wall()
        if reset { try await floor.reset(to: machine) }
        let reached = try await floor.read() ?? machine
        try await installation.close()
        return CommandResult(
            ["installation": .string(reached.rfc3339), "machine": .string(machine.rfc3339)],
            text: """
                Time of the installation: \(reached.rfc3339)
                Clock of the machine:     \(machine.rfc3339)
                """
        )
    }
}

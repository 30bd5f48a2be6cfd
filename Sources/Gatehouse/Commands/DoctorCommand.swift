import ArgumentParser

struct DoctorCommand: AdministrationSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check folders, databases, audit chains and clock; exit code 1 when something is broken."
    )

    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func command() -> any AdministrationCommand { Examine() }
}

import ArgumentParser
import StrictJSON

/// The output format of a command.
struct OutputFlags: ParsableArguments {
    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func write(_ result: CommandResult) throws {
        Terminal.write(json ? JSONValue.object(result.json).text : result.text)
        if !result.isGood { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
    }
}

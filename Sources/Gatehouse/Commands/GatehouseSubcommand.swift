import ArgumentParser
import Foundation
import StrictJSON

/// A command that reports a failure with a sentence and an exit code, never with a dump of an error.
protocol GatehouseSubcommand: AsyncParsableCommand {
    var writesJSON: Bool { get }
    func perform() async throws
}

extension GatehouseSubcommand {
    func run() async throws {
        // Files of this program are readable by their owner only.
        umask(0o077)
        do { try await perform() } catch let exit as ExitCode {
            throw exit
        } catch let error as ValidationError {
            throw error
        } catch {
            let failure = CommandFailure(error)
            if writesJSON { Terminal.write(failure.json.text) }
            for sentence in failure.sentences { Terminal.warn("gatehouse: \(sentence)") }
            throw ExitCode(failure.exit.rawValue)
        }
    }
}

/// A command that a running server can do as well.
protocol AdministrationSubcommand: AnsweringSubcommand {
    func command() throws -> any AdministrationCommand
}

extension AdministrationSubcommand {
    func answer(_ settings: Settings) async throws -> CommandResult {
        try await CommandRunner(settings: settings).perform(try command())
    }
}

/// A command that prints text, or JSON with `--json`.
protocol AnsweringSubcommand: GatehouseSubcommand {
    var common: CommonFlags { get }
    var output: OutputFlags { get }
    func answer(_ settings: Settings) async throws -> CommandResult
}

extension AnsweringSubcommand {
    var writesJSON: Bool { output.json }

    func perform() async throws {
        try output.write(try await answer(Settings(flags: common.values, configFile: common.config)))
    }
}

/// The output format of a command.
struct OutputFlags: ParsableArguments {
    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func write(_ result: CommandResult) throws {
        Terminal.write(json ? JSONValue.object(result.json).text : result.text)
        if !result.isGood { throw ExitCode(CommandFailure.Exit.rejected.rawValue) }
    }
}

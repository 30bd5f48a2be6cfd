import ArgumentParser
import Foundation
import StrictJSON

/// How a command answers.
struct OutputFlags: ParsableArguments {
    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func write(_ result: CommandResult) throws {
        Terminal.write(json ? JSONValue.object(result.json).text : result.text)
        if !result.isGood { throw ExitCode(CommandFailure.Exit.refused.rawValue) }
    }
}

/// A command whose failures end in a sentence and an exit code, never in a dump of an error.
protocol GatehouseSubcommand: AsyncParsableCommand {
    var writesJSON: Bool { get }
    func perform() async throws
}

extension GatehouseSubcommand {
    func run() async throws {
        // Nothing that this program makes is anyone else's to read.
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
protocol AdministrationSubcommand: GatehouseSubcommand {
    var common: CommonFlags { get }
    var output: OutputFlags { get }
    func command() throws -> AdministrationCommand
}

extension AdministrationSubcommand {
    var writesJSON: Bool { output.json }

    func perform() async throws {
        let settings = try Settings(flags: common.values, configFile: common.config)
        try output.write(try await CommandDesk(settings: settings).perform(try command()))
    }
}

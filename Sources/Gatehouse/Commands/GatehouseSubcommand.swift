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

import ArgumentParser
import Foundation

/// Reads a password from the terminal or from standard input, never from the command line: other users of the machine
/// can read that.
struct PasswordFlags: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
    var readsPassword = false

    func validate() throws {
        guard readsPassword || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("No terminal to ask for a password; use --password-stdin.")
        }
    }

    func read() throws -> String { try readsPassword ? Self.firstLine() : Self.asked() }

    private static func firstLine() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw ValidationError("Standard input contains no password.")
        }
        return line
    }

    private static func asked() throws -> String {
        let first = try Terminal.secret(prompt: "Password: ")
        guard try Terminal.secret(prompt: "Repeat password: ") == first else {
            throw ValidationError("The passwords do not match.")
        }
        return first
    }
}

import ArgumentParser
import Foundation

/// Writes results to standard output and everything else to standard error, and reads passwords.
enum Terminal {
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    static func warn(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Asks for a secret without echoing it.
    static func secret(prompt: String) throws -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw ValidationError("No terminal to ask for a password; use --password-stdin.")
        }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            warn("")
        }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw ValidationError("The password is empty.")
        }
        return line
    }
}

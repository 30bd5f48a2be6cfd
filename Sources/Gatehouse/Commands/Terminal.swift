import ArgumentParser
import Foundation

/// What the operator reads and types: standard output for results, standard error for everything else.
enum Terminal {
    static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func warn(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Asks without showing what is typed.
    static func secret(prompt: String) throws -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw ValidationError("There is no terminal; use --password-stdin.")
        }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            warn("")
        }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw ValidationError("A password is needed.")
        }
        return line
    }
}

import Domain
import Foundation
import Subprocess
import UseCases

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Passes messages to a command with the interface of sendmail: the message on standard input, the recipients in its
/// header (`-t`).
///
/// The command runs without a shell, and with none of our environment, which holds secrets.
struct Sendmail: MailTransport {
    /// The time after which the command is terminated, first gently.
    private static let deadline = Duration.seconds(20)
    private static let environment: [Environment.Key: String] = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C",
    ]

    let command: [String]
    let sender: MailSender
    var deadline = Self.deadline
    var systemContext = SystemContext.system

    func send(_ message: MailMessage) async throws(MailFailure) {
        let text = MailText(
            message,
            from: sender,
            at: systemContext.now(),
            id: Base64URL.encode(systemContext.random(18))
        ).text
        do {
            let status = try await withThrowingTaskGroup(of: TerminationStatus?.self) { group in
                group.addTask { try await run(text) }
                group.addTask {
                    try await Task.sleep(for: deadline)
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            guard let status else {
                throw MailFailure(reason: "The command took longer than \(deadline.secondsRoundedUp) s.")
            }
            guard status.isSuccess else { throw MailFailure(reason: "The command ended with \(status).") }
        } catch let failure as MailFailure {
            throw failure
        } catch {
            throw MailFailure(reason: "The command could not be run: \(type(of: error)).")
        }
    }

    private func run(_ text: String) async throws -> TerminationStatus {
        var options = PlatformOptions()
        // A session of its own lets child processes of the command end with it.
        options.createSession = true
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        // The command has a first word, which is checked at start.
        return try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .custom(Self.environment),
            platformOptions: options,
            input: .fileDescriptor(try file(holding: text), closeAfterSpawningProcess: true),
            output: .discarded,
            error: .discarded
        ).terminationStatus
    }

    /// Makes an unlinked file with the whole message, positioned at its start.
    ///
    /// A command may end before it has read everything, or never read. With a pipe, SIGPIPE would then end this
    /// process.
    private func file(holding text: String) throws -> FileDescriptor {
        let name = "gatehouse-mail-\(Base64URL.encode(systemContext.random(18)))"
        let path = FilePath(FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
        let file = try FileDescriptor.open(
            path,
            .readWrite,
            options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite
        )
        do {
            // The message contains a link, which must not remain on disk after it is sent.
            guard unlink(path.string) == 0 else {
                throw MailFailure(reason: "The file of the message could not be unlinked.")
            }
            try file.writeAll(text.utf8)
            _ = try file.seek(offset: 0, from: .start)
        } catch {
            try file.close()
            throw error
        }
        return file
    }
}

import Domain
import Foundation
import Subprocess
import UseCases

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Hands messages to a command that speaks as sendmail does: the message on standard input, the recipients in its
/// header (`-t`).
///
/// The command is run as it is, without a shell, and sees nothing of our own environment, which holds secrets.
struct Sendmail: MailTransport {
    /// Then the command is stopped, first gently.
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
        // What the command starts ends with it.
        options.createSession = true
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        // The first word is checked at start, so there is one.
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

    /// A file without a name that holds a whole message and is read from its beginning.
    ///
    /// A command may end before it has read everything, or never read. Were the message written to a pipe meanwhile,
    /// the signal of the broken pipe would end this process.
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
            // The message holds a link, which nothing keeps once it was handed over.
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

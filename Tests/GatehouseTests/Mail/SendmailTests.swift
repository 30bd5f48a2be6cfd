import Domain
import Foundation
import Testing
import UseCases

@testable import Gatehouse

@Suite struct SendmailTests {
    private let message = MailMessage(
        to: EmailAddress("ada@example.com")!,  // A constant that is one.
        toName: "Ada",
        subject: "Hello",
        text: "Read $(touch /tmp/never) `this`; and | that\n"
    )

    private func sendmail(
        _ folder: TemporaryFolder,
        _ script: String,
        arguments: [String] = [],
        deadline: Duration = .seconds(600)
    ) throws
        -> Sendmail
    {
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: "sendmail")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        // A constant that is one.
        return Sendmail(
            command: [path] + arguments,
            sender: MailSender("Acme <no-reply@acme.example>")!,
            deadline: deadline
        )
    }

    @Test func `the message arrives on standard input, the arguments as they are, the environment without ours`()
        async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.url.path
        let mail = try sendmail(
            folder,
            "cat > \(out)/message; printf '%s\\n' \"$@\" > \(out)/arguments; env > \(out)/environment",
            arguments: ["-t", "-i", "$HOME;x"]
        )

        try await mail.send(message)

        let text = try String(contentsOfFile: "\(out)/message", encoding: .utf8)
        #expect(text.contains("To: Ada <ada@example.com>\n") && text.contains("$(touch /tmp/never)"))
        #expect(try String(contentsOfFile: "\(out)/arguments", encoding: .utf8) == "-t\n-i\n$HOME;x\n")
        let names = try String(contentsOfFile: "\(out)/environment", encoding: .utf8).split(separator: "\n").map {
            $0.prefix { $0 != "=" }
        }
        #expect(Set(names).isSubset(of: ["PATH", "LC_ALL", "PWD", "OLDPWD", "SHLVL", "_"]))
    }

    @Test func `a failed command is reported by its exit, without the message`() async throws {
        let folder = try TemporaryFolder()
        let mail = try sendmail(folder, "cat > /dev/null; exit 75")

        let failure = await #expect(throws: MailFailure.self) { try await mail.send(message) }

        #expect(failure?.reason.contains("75") == true && failure?.reason.contains("ada") == false)
    }

    @Test func `a command that reads nothing and never ends is stopped`() async throws {
        let folder = try TemporaryFolder()
        let mail = try sendmail(folder, "trap '' TERM; while :; do sleep 1; done", deadline: .milliseconds(200))

        await #expect(throws: MailFailure(reason: "The command took longer than 1 s.")) {
            try await mail.send(message)
        }
    }

    @Test(arguments: [50, 50_000, 1_000_000])
    func `a command that ends without reading does not end the server, for any length of message`(
        length: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let long = MailMessage(to: message.to, subject: "Hello", text: String(repeating: "long ", count: length / 5))

        try await sendmail(folder, "exit 0").send(long)
        let failure = await #expect(throws: MailFailure.self) {
            try await sendmail(folder, "exec 0<&-; exit 1").send(long)
        }

        #expect(failure?.reason.contains("1") == true)
    }

    @Test func `a command that reads a part only has taken the message`() async throws {
        let folder = try TemporaryFolder()
        let long = MailMessage(to: message.to, subject: "Hello", text: String(repeating: "long ", count: 100_000))
        let mail = try sendmail(folder, "head -c 100 > \(folder.url.path)/beginning")

        try await mail.send(long)

        #expect(try Data(contentsOf: folder.url.appendingPathComponent("beginning")).count == 100)
    }

    @Test func `a command that is not there, or is no program, fails as any other`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("not a program", to: "text")

        for command in ["/no/such/program", path, folder.url.path] {
            // A constant that is one.
            let mail = Sendmail(command: [command], sender: MailSender("no-reply@acme.example")!)
            let failure = await #expect(throws: MailFailure.self) { try await mail.send(message) }
            #expect(failure?.reason.hasPrefix("The command ") == true)
            #expect(failure?.reason.contains("ada@example.com") == false)
        }
    }

    @Test func `what a command complains of at length is let go`() async throws {
        let folder = try TemporaryFolder()
        let mail = try sendmail(
            folder,
            "head -c 20000000 /dev/zero >&2; head -c 20000000 /dev/zero; cat > /dev/null; exit 69"
        )

        let failure = await #expect(throws: MailFailure.self) { try await mail.send(message) }

        #expect((failure?.reason.utf8.count ?? 0) < 100)
    }

    @Test func `no file of a message is left behind`() async throws {
        let folder = try TemporaryFolder()

        try await sendmail(folder, "exit 0").send(message)

        let left = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        #expect(!left.contains { $0.hasPrefix("gatehouse-mail-") })
    }

    @Test func `sixteen messages at the same time each reach their own command`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.url.path
        let mail = try sendmail(folder, "cat > \(out)/$$.message")

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                let own = MailMessage(to: message.to, subject: "Number \(number)", text: "For you\n")
                group.addTask { try await mail.send(own) }
            }
            try await group.waitForAll()
        }

        let names = try FileManager.default.contentsOfDirectory(atPath: out).filter { $0.hasSuffix(".message") }
        let subjects = try names.map { try String(contentsOfFile: "\(out)/\($0)", encoding: .utf8) }
            .compactMap { $0.split(separator: "\n").first { $0.hasPrefix("Subject: ") } }
        #expect(Set(subjects).count == 16)
    }

    @Test(arguments: [
        (["GATEHOUSE_SENDMAIL": "sendmail -t", "GATEHOUSE_MAIL_FROM": "a@b.example"], 1),
        (["GATEHOUSE_SENDMAIL": "/bin/cat -t"], 1),
        (["GATEHOUSE_MAIL_FROM": "a@b.example"], 1),
        (["GATEHOUSE_SENDMAIL": "/no/such/program", "GATEHOUSE_MAIL_FROM": "nobody"], 2),
        (["GATEHOUSE_SENDMAIL": "/bin/cat -t -i", "GATEHOUSE_MAIL_FROM": "Acme <a@b.example>"], 0), ([:], 0),
    ])
    func `both settings are needed, and both are checked`(environment: [String: String], problems: Int) throws {
        var found = 0
        do throws(CommandFailure) {
            let settings = try Settings(flags: [:], configFile: nil, environment: environment)
            #expect((settings.mail.transport == nil) == environment.isEmpty)
        } catch { found = error.sentences.count }

        #expect(found == problems)
    }
}

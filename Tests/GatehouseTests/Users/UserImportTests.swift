import ArgumentParser
import Foundation
import StrictJSON
import Synchronization
import Testing

@testable import Gatehouse

@Suite struct UserImportTests {
    private static let bcrypt = "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."

    /// Lines, such as what the command said on standard error.
    private final class Messages: Sendable {
        private let list = Mutex<[String]>([])
        var lines: [String] { list.withLock { $0 } }
        func add(_ line: String) { list.withLock { $0.append(line) } }
    }

    private func runner(_ folder: TemporaryFolder) async throws -> CommandRunner {
        let runner = CommandRunner(settings: try Settings.forTest(in: folder))
        _ = try await runner.createTenant("acme")
        return runner
    }

    private func add(
        _ text: String,
        to runner: CommandRunner,
        tenant: String = "acme",
        isTrial: Bool = false,
        messages: Messages = Messages()
    ) async throws -> UserImport.Summary {
        try await runner.performEach { perform in
            var rest = Data(text.utf8)
            var lines = LineReader {
                defer { rest = rest.dropFirst(60_000) }
                return rest.prefix(60_000)
            }
            return try await UserImport(tenant: tenant, isTrial: isTrial, perform: perform) { messages.add($0) }.run(
                &lines
            )
        }
    }

    private func export(_ runner: CommandRunner, withPasswords: Bool = false) async throws -> [String] {
        let text = try await runner.performEach { perform in
            var text = Data()
            let count = try await UserExport(tenant: "acme", withPasswords: withPasswords, perform: perform).run {
                text += $0
            }
            #expect(count == text.count { $0 == UInt8(ascii: "\n") })
            return text
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `invalid lines are reported by number and reason, and the others are imported`() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)
        let messages = Messages()
        let long = #"{"name":""# + String(repeating: "a", count: 70_000) + #""}"#
        let text = """
            {"email":"ada@example.com","password_hash":"\(Self.bcrypt)"}

            {"email":"nobody"}
            \(long)
            {"email":"ada@example.com"}
            {"email":"bo@example.com","role":"king"}
            {"email":"cy@example.com"}
            """

        let summary = try await add(text, to: runner, messages: messages)

        #expect(summary.added == 2 && summary.skipped == 1 && summary.bad == 3 && summary.lines == 6)
        #expect(Set(summary.problems.map(\.line)) == [3, 4, 6])
        #expect(messages.lines.contains("line 4: The line is longer than 64 KiB."))
        #expect(messages.lines.contains("line 6: role: This tenant has no such role."))
        let json = summary.result(tenant: "acme", isTrial: false).json
        #expect(
            json["added"] == 2 && json["skipped"] == 1 && json["bad"] == 3 && json["problems"]?.arrayValue?.count == 3
        )
    }

    @Test func `more users than one part holds are all added, and a second run skips them`() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)
        let text = (0..<1203).map {
            #"{"email":"person\#($0)@example.com","name":"\#(String(repeating: "n", count: 100))"}"#
        }
        .joined(separator: "\n")

        let trial = try await add(text, to: runner, isTrial: true)
        let first = try await add(text, to: runner)
        let again = try await add(text, to: runner)

        #expect(trial.added == 1203 && first.added == 1203 && again.added == 0 && again.skipped == 1203)
        #expect(try await export(runner).count == 1203)
    }

    @Test func `an unknown tenant is refused, even for an empty file`() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)

        for text in ["", #"{"email":"ada@example.com"}"#] {
            let failure = await #expect(throws: CommandFailure.self) {
                try await add(text, to: runner, tenant: "nobody")
            }
            #expect(failure?.code == "tenant_not_found")
        }
    }

    @Test func `an import that ends early says where to go on`() async throws {
        let messages = Messages()
        let text = (0..<600).map { #"{"email":"person\#($0)@example.com"}"# }.joined(separator: "\n")
        var rest = Data(text.utf8)
        var lines = LineReader {
            defer { rest = Data() }
            return rest
        }
        let calls = Messages()
        let importing = UserImport(tenant: "acme", isTrial: false) { command throws(CommandFailure) in
            calls.add("called")
            guard let command = command as? ImportUsers, calls.lines.count == 1 else {
                throw .unavailable("away")
            }
            return CommandResult(["outcomes": .array(command.lines.map { _ in "added" })], text: "")
        } notify: {
            messages.add($0)
        }

        var failure: CommandFailure?
        do { _ = try await importing.run(&lines) } catch { failure = error as? CommandFailure }

        #expect(failure == .unavailable("away"))
        #expect(messages.lines == ["Stopped at line 501. Run the command again: existing users are skipped."])
    }

    @Test func `an export has no hashes unless they are asked for, and is read by an import`() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)
        _ = try await add(#"{"email":"ada@example.com","password_hash":"\#(Self.bcrypt)"}"#, to: runner)

        #expect(try await !export(runner).joined().contains("$"))
        let lines = try await export(runner, withPasswords: true)
        #expect(lines.first?.contains(Self.bcrypt) == true)
        let elsewhere = try TemporaryFolder()
        let other = try await self.runner(elsewhere)
        #expect(try await add(lines.joined(separator: "\n"), to: other).added == 1)
        #expect(try await export(other, withPasswords: true) == lines)
    }

    @Test func `a file that is there already is not written over, and a broken export leaves none`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("precious", to: "users.ndjson")
        let fresh = folder.url.appending(path: "fresh.ndjson").path

        let failure = await #expect(throws: CommandFailure.self) { try await ExportFile(path: path).fill { _ in 0 } }
        await #expect(throws: CommandFailure.self) {
            try await ExportFile(path: fresh).fill { _ in throw CommandFailure.unavailable("away") }
        }

        #expect(failure?.code == "file_exists")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["users.ndjson"])
    }

    @Test(arguments: [
        (["acme.ndjson", "--tenant", "acme"], "acme.ndjson"), (["--tenant", "acme"], "-"),
        (["--tenant", "acme", "-", "--dry-run", "--json"], "-"),
    ])
    func `the file is named or is standard input`(arguments: [String], file: String) throws {
        let command = try #require(
            try GatehouseCommand.parseAsRoot(["users", "import"] + arguments) as? UsersCommand.Import
        )

        #expect(command.file == file && command.tenant == "acme" && command.isTrial == arguments.contains("--dry-run"))
    }
}

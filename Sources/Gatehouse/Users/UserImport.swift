import Foundation
import StrictJSON
import UseCases

/// Imports the lines of a file in parts; an invalid line does not affect the others.
struct UserImport {
    /// The size of one part, which fits into one command to a running server.
    private static let maximumPartBytes = 512 * 1024
    /// The command reports progress after this many parts.
    private static let partsBetweenReports = 10

    let tenant: String
    let isTrial: Bool
    let perform: CommandRunner.Performing
    /// Prints a line of progress.
    let notify: (String) -> Void

    /// The result of all lines. Blank lines do not count.
    struct Summary: Sendable, Hashable {
        /// The maximum number of invalid lines that the summary lists.
        static let maximumProblems = 1000

        struct Problem: Sendable, Hashable {
            let line: Int
            let reason: String
        }

        fileprivate(set) var added = 0
        fileprivate(set) var skipped = 0
        fileprivate(set) var bad = 0
        fileprivate(set) var problems: [Problem] = []
        var lines: Int { added + skipped + bad }
    }

    /// - Throws: the error that ended the import early; the parts reported before are imported.
    func run(_ lines: inout LineReader) async throws -> Summary {
        var summary = Summary()
        var part: [(number: Int, content: Data)] = []
        var bytes = 0
        var parts = 0
        while let line = try lines.next() {
            guard let content = line.content else {
                record("The line is longer than \(LineReader.maximumBytes / 1024) KiB.", at: line.number, &summary)
                continue
            }
            guard content.contains(where: { !Self.isSpace($0) }) else { continue }
            part.append((line.number, content))
            bytes += content.count
            guard part.count == UserTransfer.batch || bytes >= Self.maximumPartBytes else { continue }
            try await send(part, &summary)
            (part, bytes, parts) = ([], 0, parts + 1)
            if parts % Self.partsBetweenReports == 0 {
                notify("line \(line.number): \(summary.words(isTrial: isTrial))")
            }
        }
        // An empty part is sent too, because an unknown tenant is an error even then.
        if !part.isEmpty || parts == 0 { try await send(part, &summary) }
        return summary
    }

    private func send(_ part: [(number: Int, content: Data)], _ summary: inout Summary) async throws {
        let answer: CommandResult
        do throws(CommandFailure) {
            answer = try await perform(ImportUsers(tenant: tenant, lines: part.map(\.content), isTrial: isTrial))
        } catch {
            if let first = part.first, first.number > 1 {
                notify("Stopped at line \(first.number). Run the command again: existing users are skipped.")
            }
            throw error
        }
        guard let outcomes = answer.json["outcomes"]?.arrayValue, outcomes.count == part.count else {
            throw CommandFailure.unavailable("The server's answer cannot be read; is it of another version?")
        }
        for (line, outcome) in zip(part, outcomes) {
            switch outcome.stringValue {
            case "added": summary.added += 1
            case "skipped": summary.skipped += 1
            default: record(outcome["reason"]?.stringValue ?? "The line was rejected.", at: line.number, &summary)
            }
        }
    }

    private func record(_ reason: String, at line: Int, _ summary: inout Summary) {
        notify("line \(line): \(reason)")
        summary.bad += 1
        if summary.problems.count < Summary.maximumProblems {
            summary.problems.append(.init(line: line, reason: reason))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension UserImport.Summary {
    func words(isTrial: Bool) -> String {
        "\(added) \(isTrial ? "would be added" : "added"), \(skipped) skipped (there already), \(bad) bad"
    }

    func result(tenant: String, isTrial: Bool) -> CommandResult {
        CommandResult(
            [
                "tenant": .string(tenant), "dry_run": .bool(isTrial), "lines": .integer(Int64(lines)),
                "added": .integer(Int64(added)),
                "skipped": .integer(Int64(skipped)), "bad": .integer(Int64(bad)),
                "problems": .array(problems.map { ["line": .integer(Int64($0.line)), "reason": .string($0.reason)] }),
            ],
            text: "\(lines) lines: \(words(isTrial: isTrial))."
        )
    }
}

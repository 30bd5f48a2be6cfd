import Foundation
import StrictJSON
import UseCases

/// Has the lines of a file imported, a part at a time; a bad line keeps no other one out.
struct UserImport {
    /// Of one part, so that it can be sent to a running server.
    private static let maximumPartBytes = 512 * 1024
    /// After so many parts the command says how far it is.
    private static let partsBetweenReports = 10

    let tenant: String
    let isTrial: Bool
    let perform: CommandRunner.Performing
    /// Takes a line for people who watch.
    let tell: (String) -> Void

    /// What became of all lines. Blank ones do not count.
    struct Summary: Sendable, Hashable {
        /// Bad lines that are named again at the end.
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

    /// - Throws: what ended the work early; everything that was told before is done.
    func run(_ lines: inout LineReader) async throws -> Summary {
        var summary = Summary()
        var part: [(number: Int, content: Data)] = []
        var bytes = 0
        var parts = 0
        while let line = try lines.next() {
            guard let content = line.content else {
                note("The line is longer than \(LineReader.maximumBytes / 1024) KiB.", at: line.number, &summary)
                continue
            }
            guard content.contains(where: { !Self.isSpace($0) }) else { continue }
            part.append((line.number, content))
            bytes += content.count
            guard part.count == UserTransfer.batch || bytes >= Self.maximumPartBytes else { continue }
            try await send(part, &summary)
            (part, bytes, parts) = ([], 0, parts + 1)
            if parts % Self.partsBetweenReports == 0 { tell("line \(line.number): \(summary.words(isTrial: isTrial))") }
        }
        // Also an empty one: an unknown tenant is a mistake even then.
        if !part.isEmpty || parts == 0 { try await send(part, &summary) }
        return summary
    }

    private func send(_ part: [(number: Int, content: Data)], _ summary: inout Summary) async throws {
        let answer: CommandResult
        do throws(CommandFailure) {
            answer = try await perform(.importUsers(tenant: tenant, lines: part.map(\.content), isTrial: isTrial))
        } catch {
            if let first = part.first, first.number > 1 {
                tell("Stopped at line \(first.number). Run the same again: who is there already is skipped.")
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
            default: note(outcome["reason"]?.stringValue ?? "The line was refused.", at: line.number, &summary)
            }
        }
    }

    private func note(_ reason: String, at line: Int, _ summary: inout Summary) {
        tell("line \(line): \(reason)")
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

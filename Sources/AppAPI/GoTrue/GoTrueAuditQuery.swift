import Domain
import Foundation

/// The filter of the audit log, in the format of this dialect: `action:login`.
///
/// Only the newest entries are searched, so that a rare word cannot keep the database busy.
struct GoTrueAuditQuery: Sendable {
    static let maximumLength = 254
    /// The maximum number of entries that one page searches.
    static let maximumExamined = 10_000
    /// The maximum time that one page searches.
    static let maximumTime = Duration.seconds(2)

    private enum Part: String { case author, action, type }

    private let part: Part?
    private let text: String

    /// - Returns: nil for another format.
    init?(_ query: String?) {
        guard let query, !query.isEmpty else {
            (part, text) = (nil, "")
            return
        }
        let halves = query.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let part = Part(rawValue: String(halves[0])) else { return nil }
        self.part = part
        text = part == .author ? EmailAddress.stored(part: String(halves[1])) : halves[1].lowercased()
    }

    var isEverything: Bool { part == nil }

    func matches(_ entry: AuditEntry, _ actor: User?) -> Bool {
        switch part {
        case nil: true
        case .action: GoTrueAuditEntry.kind(of: entry).action.contains(text)
        case .type: GoTrueAuditEntry.kind(of: entry).type.contains(text)
        case .author:
            GoTrueAuditEntry.actorID(entry).contains(text)
                || actor?.email?.description.lowercased().contains(text) ?? false
        }
    }
}

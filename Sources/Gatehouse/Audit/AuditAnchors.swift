import Domain
import Foundation
import Logging
import StrictJSON
import UseCases

/// Stores the head of each audit chain outside the database, so that removing the newest entries is detected.
///
/// Anchors come from the heads of the stores and never move backwards: a head behind its anchor leaves the anchor
/// unchanged.
struct AuditAnchors: Sendable {
    let file: URL
    let audit: any AuditStore
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// Runs one turn of the timer.
    func write() async throws {
        let heads = try await audit.heads()
        var anchors = try Self.read(from: file) ?? [:]
        var isNew = false
        for (tenant, head) in heads where head != anchors[tenant] {
            if let anchor = anchors[tenant], anchor.sequence >= head.sequence {
                logger.error(
                    "An audit chain is behind its anchor: run gatehouse doctor",
                    metadata: ["tenant": "\(tenant)"]
                )
                continue
            }
            anchors[tenant] = head
            isNew = true
        }
        if isNew { try DurableFile.write(Data(Self.json(anchors, at: now()).serialized()), to: file) }
    }

    /// - Returns: nil when the file does not exist yet.
    /// - Throws: `.rejected` for a file that does not contain anchors.
    static func read(from file: URL) throws(CommandFailure) -> [Tenant.ID: AuditHead]? {
        guard let bytes = FileManager.default.contents(atPath: file.path) else { return nil }
        guard let items = try? JSONValue(parsing: Array(bytes), limits: .own)["heads"]?.arrayValue else {
            throw unreadable(file)
        }
        var anchors: [Tenant.ID: AuditHead] = [:]
        for item in items {
            guard let tenant = item["tenant"]?.stringValue.flatMap(Tenant.ID.init),
                let sequence = item["sequence"]?.integerValue,
                let hash = item["hash"]?.stringValue.flatMap(Hexadecimal.decode), hash.count == 32
            else { throw unreadable(file) }
            anchors[tenant] = AuditHead(sequence: sequence, hash: Data(hash))
        }
        return anchors
    }

    private static func json(_ anchors: [Tenant.ID: AuditHead], at now: Timestamp) -> JSONObject {
        let heads = anchors.sorted { $0.key < $1.key }.map { tenant, head -> JSONValue in
            [
                "tenant": .string(tenant.description), "sequence": .integer(head.sequence),
                "hash": .string(Hexadecimal.encode(Array(head.hash))),
            ]
        }
        return ["written_at": .string(now.rfc3339), "heads": .array(heads)]
    }

    private static func unreadable(_ file: URL) -> CommandFailure {
        .rejected(
            "audit_anchors",
            "\(file.path) is not a file of anchors. Put it back from a backup, or remove it if you know why."
        )
    }
}

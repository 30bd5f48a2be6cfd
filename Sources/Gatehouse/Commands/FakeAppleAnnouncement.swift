import ArgumentParser
import Domain
import FakeApple
import Foundation
import Logging
import ServiceLifecycle
import StrictJSON
import UnixSignals

/// The output of the command once the server listens.
struct FakeAppleAnnouncement: Sendable {
    static let standardClients = ["com.example.app", "com.example.web"]

    let url: String
    let team: FakeTeam
    let keyFile: String

    var result: CommandResult {
        let json: JSONObject = [
            "stand_in": true, "url": .string(url), "team_id": .string(team.teamID), "key_id": .string(team.keyID),
            "client_ids": .array(team.clientIDs.map { .string($0) }), "private_key_file": .string(keyFile),
        ]
        return CommandResult(
            json,
            text: """
                This is a fake of Apple: it authenticates every user. Never use it with an installation that has real \
                users.

                \([
                    ["URL", url], ["team ID", team.teamID], ["key ID", team.keyID],
                    ["client IDs", team.clientIDs.joined(separator: ", ")], ["private key", keyFile],
                    ["for the server", "GATEHOUSE_APPLE_URL=\(url)"],
                ].aligned)

                Control-C stops it; all data is lost.
                """
        )
    }
}

import Domain

/// What phones do with a session.
extension DemoAttempt {
    mutating func restore() { phone(.sessionRestore, .success, took: 8...60) }

    /// Cannot read the session from the Keychain of a locked phone.
    mutating func failToRestore() {
        phone(.sessionRestore, .failed, error: DemoErrors.locked, took: 5...40, state: "background")
    }

    mutating func refresh() {
        server(.refresh, "auth.refresh", took: 3...18)
        phone(.refresh, .success, took: 50...400)
    }

    mutating func useAPI() { phone(.apiUse, .success, took: 40...900) }

    mutating func failToRefresh(_ error: EventError) {
        phone(.refresh, .failed, error: error, took: 900...10_000)
    }

    /// Refreshes again and again, until the server answers that this is too much.
    mutating func refreshInLoop(times: Int) {
        for turn in 0..<times {
            wait(700...2_400)
            if turn < 10 {
                refresh()
            } else {
                phone(.refresh, .failed, error: DemoErrors.tooManyRequests, took: 20...120)
            }
        }
    }

    /// An attacker uses the refresh token, then the user does: the session ends.
    /// - Parameter thief: the phone of the attacker.
    mutating func reuseRefreshToken(after thief: DemoPhone) {
        refresh()
        wait(120_000...180_000)
        server(.refresh, "auth.refresh", took: 3...18, on: thief)
        let rotatedAt = time
        wait(200_000...260_000)
        let details = [
            EventAttribute("refresh.class", .text(RefreshReuse.theft.rawValue)),
            EventAttribute("refresh.generations_behind", .integer(1)),
            EventAttribute("refresh.same_device", .bool(false)),
            EventAttribute("refresh.seconds_since_rotation", .integer(time.since(rotatedAt).wholeMilliseconds / 1000)),
        ]
        let code = "refresh_token_already_used"
        server(.refresh, "auth.refresh", .rejected, code: code, details: details, took: 3...18)
        phone(.refresh, .failed, error: DemoErrors.reusedToken, took: 50...300)
        wait(10_000...20_000)
        phone(.sessionRestore, .failed, error: DemoErrors.noSession, took: 60...200)
    }
}

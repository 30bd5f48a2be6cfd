import Domain

/// Adds the part of each incident that lies within the day.
extension DemoDay {
    mutating func addIncidents() {
        for incident in DemoIncident.allCases where incident.apps.contains(app) {
            let range = history.calendar.range(of: incident).clamped(to: slice)
            guard !range.isEmpty else { continue }
            switch incident {
            // These are in the daily use.
            case .brokenRelease, .keychainBug: break
            case .appleOutage: addOutage(range)
            case .refreshStorm: addRefreshStorm(range)
            case .cancellations: addCancellations(range)
            case .stolenRefreshToken: addTheft()
            case .wrongNonce: addWrongNonces(range)
            }
        }
    }

    /// Users try three times.
    private mutating func addOutage(_ range: Range<Timestamp>) {
        let sessions = history.population.sessions
        for _ in 0..<max(3, sessions.count / 150) {
            let session = random.pick(sessions)
            var time = random.time(from: range.lowerBound, to: range.upperBound)
            for _ in 0..<3 where range.contains(time) {
                var attempt = history.attempt(by: session, at: time, &random)
                attempt.meetOutage()
                add(attempt)
                time = attempt.time + random.wait(mean: .minutes(8))
            }
        }
    }

    private mutating func addRefreshStorm(_ range: Range<Timestamp>) {
        let sessions = history.population.sessions.filter {
            $0.isUsed(in: range) && history.release(of: $0, at: range.lowerBound).version == "3.1.0"
        }
        for session in sessions.prefix(min(150, max(4, sessions.count / 20))) {
            let time = random.time(from: range.lowerBound, to: range.upperBound - .minutes(2))
            var attempt = history.attempt(by: session, at: time, &random)
            history.identify(&attempt, session)
            attempt.refreshInLoop(times: random.number(in: 20...40))
            add(attempt)
        }
    }

    private mutating func addCancellations(_ range: Range<Timestamp>) {
        let sessions = history.population.sessions
        for _ in 0..<max(60, sessions.count / 25) {
            let time = random.time(from: range.lowerBound, to: range.upperBound)
            var attempt = history.attempt(by: random.pick(sessions), at: time, &random)
            attempt.provider = "apple"
            attempt.cancel()
            add(attempt)
        }
        guard range.lowerBound < history.calendar.now - .hours(3) else { return }
        var finding = history.attempt(by: sessions[0], at: range.lowerBound + .hours(1), &random)
        finding.finding("inc.cancellation_rate", at: .appleSheet)
        add(finding)
    }

    private mutating func addTheft() {
        let began = history.calendar.range(of: .stolenRefreshToken).lowerBound
        guard slice.contains(began), let place = history.stolen else { return }
        let session = history.population.sessions[place]
        var attempt = history.attempt(by: session, at: began, &random)
        history.identify(&attempt, session)
        attempt.reuseRefreshToken(after: DemoPhone(model: "SM-A536B", system: "14"))
        add(attempt)
    }

    private mutating func addWrongNonces(_ range: Range<Timestamp>) {
        let sessions = history.population.sessions
        for _ in 0..<max(9, sessions.count / 900) {
            let session = random.pick(sessions)
            for _ in 0..<random.number(in: 1...3) {
                let time = random.time(from: range.lowerBound, to: range.upperBound - .minutes(2))
                var attempt = history.attempt(by: session, at: time, &random)
                attempt.sendWrongNonce()
                add(attempt)
            }
        }
    }
}

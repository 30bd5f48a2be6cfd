import StrictJSON

/// One thing that was looked at.
struct Finding: Sendable, Hashable {
    enum State: String, Sendable {
        case good = "ok"
        /// Works, and wants attention.
        case warning
        case broken
    }

    /// Stable, for machines: `audit_chain`.
    let check: String
    let state: State
    /// What was found, and for anything but good how to mend it.
    let sentence: String

    init(_ check: String, _ state: State, _ sentence: String) {
        self.check = check
        self.state = state
        self.sentence = sentence
    }
}

/// Everything that was looked at.
struct DoctorReport: Sendable {
    let findings: [Finding]

    var isHealthy: Bool { !findings.contains { $0.state == .broken } }

    var result: CommandResult {
        let items = findings.map { finding -> JSONValue in
            [
                "check": .string(finding.check), "state": .string(finding.state.rawValue),
                "detail": .string(finding.sentence),
            ]
        }
        let marks: [Finding.State: String] = [.good: "ok", .warning: "warning", .broken: "BROKEN"]
        let lines = findings.map { [marks[$0.state] ?? "", $0.check, $0.sentence] }.aligned
        let verdict = isHealthy ? "Nothing is broken." : "Something is broken: see above."
        return CommandResult(
            ["healthy": .bool(isHealthy), "findings": .array(items)],
            text: "\(lines)\n\n\(verdict)",
            isGood: isHealthy
        )
    }
}

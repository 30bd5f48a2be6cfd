import StrictJSON

/// The result of one check.
struct Finding: Sendable, Hashable {
    enum State: String, Sendable {
        case good = "ok"
        /// Works, and needs attention.
        case warning
        case broken
    }

    /// Stable, for machines: `audit_chain`.
    let check: String
    let state: State
    /// What was found, and how to fix it unless it is good.
    let sentence: String

    init(_ check: String, _ state: State, _ sentence: String) {
        self.check = check
        self.state = state
        self.sentence = sentence
    }
}

/// The results of all checks.
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
        let verdict = isHealthy ? "No errors found." : "Errors found: see above."
        return CommandResult(
            ["healthy": .bool(isHealthy), "findings": .array(items)],
            text: "\(lines)\n\n\(verdict)",
            isGood: isHealthy
        )
    }
}

import StrictJSON

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

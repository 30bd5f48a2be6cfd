import StrictJSON

/// Verdicts on what only an app, or the tenant's own backend, says.
extension VerdictRules {
    /// What only the app, or the tenant's own backend, says.
    func claimed(_ origin: TimelineStep, _ entry: CauseEntry) -> AttemptVerdict {
        let success = serverSuccess(beside: origin)
        var facts = [report(origin)]
        if let success { facts.append(.init(.serverSuccess, success.event)) }
        if isOffline(origin), entry.fault == .network {
            return AttemptVerdict(.fault(.network), facts + [AttemptVerdict.Evidence(.deviceOffline, origin.event)])
        }
        let isAmbiguous = Self.ambiguous.contains { entry.code.hasSameBytes(as: $0) }
        if let verdict = spreading(origin, entry, isAmbiguous: isAmbiguous, facts) { return verdict }
        if has(origin, Self.badToken), let spread = evidence.spread, spread.isGeneral || spread.isRare {
            // Of all tokens: the keys, the algorithm or the clock; of one: a clock, or someone who changed it.
            let isSetup = spread.isGeneral && origin.lane == .backend
            return AttemptVerdict(isSetup ? .fault(.setup) : .unclear(.severalCauses), facts + shares(spread))
        }
        if isAmbiguous || isLostOnTheWay(origin) || origin.lane == .backend && entry.fault == .network {
            return AttemptVerdict(.unclear(.severalCauses), facts)
        }
        let isGeneral = evidence.spread?.isGeneral == true
        if entry.fault == .gatehouse, !isGeneral, !serverSteps.contains(where: { $0.content.outcome.isBroken }) {
            return AttemptVerdict(.unclear(.oneReport), facts)
        }
        return AttemptVerdict(.fault(entry.fault), facts)
    }

    /// What follows from how many others have the same error.
    private func spreading(
        _ origin: TimelineStep,
        _ entry: CauseEntry,
        isAmbiguous: Bool,
        _ facts: [AttemptVerdict.Evidence]
    ) -> AttemptVerdict? {
        guard let spread = evidence.spread else { return nil }
        if has(origin, Self.noCredential), spread.isSmall {
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        let isOfCertificate = entry.code.hasBytePrefix("tls.")
        let isOfServerName = isOfCertificate || entry.code.hasSameBytes(as: "net.dns")
        let isOfOne = isAmbiguous || entry.fault == .network || entry.fault == .user
        if spread.isGeneral && isOfServerName || spread.isOfRelease && isOfCertificate {
            return AttemptVerdict(.fault(.setup), facts + shares(spread))
        }
        if spread.isOfRelease, isOfOne { return AttemptVerdict(.fault(.app), facts + shares(spread)) }
        if spread.isOfRelease, !spread.isMostOfRelease, entry.fault == .setup {
            // What all devices have in common is not the cause, and what the build has may be.
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isGeneral, has(origin, Self.keysUnavailable), origin.content.stage == .appleVerify {
            // Apple is down, or the way to it is closed.
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isGeneral, entry.fault == .network {
            guard has(origin, Self.timeout), let late = serverSuccess(beside: origin), late.at > origin.at else {
                return AttemptVerdict(.fault(.setup), facts + shares(spread))
            }
            // The app had given up when the server was ready; the server says itself how long it took.
            let isSlow = late.content.duration.map { $0 >= Self.slow } ?? false
            return AttemptVerdict(isSlow ? .fault(.gatehouse) : .unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isGeneral, entry.fault == .user {
            let isOfApple = entry.section == .sheet || entry.section == .apple
            return AttemptVerdict(isOfApple ? .fault(.apple) : .unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isFrequent, entry.fault == .network {
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isRare, entry.fault == .network, isOfCertificate || entry.code.hasSameBytes(as: "net.connect") {
            // A connection is also refused by a filter on the device. URLSession calls a certificate untrusted that has
            // expired by the clock of the device, others say so.
            let isClear = isOfCertificate && origin.content.error?.domain.hasSameBytes(as: "NSURLErrorDomain") != true
            return AttemptVerdict(isClear ? .fault(.network) : .unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isRare, entry.code.hasBytePrefix("http."), origin.lane == .phone,
            !serverSteps.contains(where: { $0.content.outcome.isBroken })
        {
            // A proxy on the way may have answered.
            return AttemptVerdict(.unclear(.severalCauses), facts + shares(spread))
        }
        if spread.isRare, entry.fault == .setup, !isAmbiguous, origin.lane == .phone {
            return AttemptVerdict(.fault(.user), facts + [AttemptVerdict.Evidence(.inAll, spread.all)])
        }
        return nil
    }

    /// The app sent its token, and the backend did not get one.
    private func isLostOnTheWay(_ origin: TimelineStep) -> Bool {
        origin.lane == .backend && has(origin, Self.missingToken) && steps.contains { $0.lane == .phone }
    }

    private func isOffline(_ step: TimelineStep) -> Bool {
        if let network = step.content[.network],
            ["none", "offline", "unavailable"].contains(where: { network.hasSameBytes(as: $0) })
        {
            return true
        }
        return step.content.attributes.contains { attribute in
            attribute.value == .bool(false) && Self.reachability.contains { attribute.name.hasSameBytes(as: $0) }
        }
    }
}

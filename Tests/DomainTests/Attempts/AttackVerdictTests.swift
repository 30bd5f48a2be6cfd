import Testing

@testable import Domain

@Suite struct AttackVerdictTests {
    private func text(_ name: String, _ text: String) -> EventAttribute { EventAttribute(name, .text(text)) }

    /// A spent refresh token comes back.
    private func reuse(age: Int64, behind: Int64, isSameDevice: Bool) -> AttemptSketch {
        var sketch = AttemptSketch()
        sketch.server(
            .refresh,
            .rejected,
            at: 0,
            code: "refresh.reused",
            attributes: [
                text("refresh.class", "theft"), EventAttribute("refresh.seconds_since_rotation", .integer(age)),
                EventAttribute("refresh.generations_behind", .integer(behind)),
                EventAttribute("refresh.same_device", .bool(isSameDevice)),
            ]
        )
        return sketch
    }

    @Test(arguments: [
        (60, 1, false, true), (60, 2, false, true), (604_800, 1, false, false), (60, 3, false, false),
        (60, 1, true, false),
    ])
    func `a spent refresh token on another device is a theft, unless it is an old one`(
        age: Int64,
        behind: Int64,
        isSameDevice: Bool,
        isTheft: Bool
    ) {
        let sketch = reuse(age: age, behind: behind, isSameDevice: isSameDevice)

        #expect(sketch.verdict().conclusion == (isTheft ? .attackSuspected : .unclear(.reusedToken)))
    }

    @Test func `spent tokens of one version are no proof of its fault: anyone can claim a version`() {
        for (isSameDevice, conclusion) in [
            (false, AttemptVerdict.Conclusion.attackSuspected), (true, .unclear(.reusedToken)),
        ] {
            let sketch = reuse(age: 60, behind: 1, isSameDevice: isSameDevice)
            #expect(sketch.verdict(.most).conclusion == conclusion)
        }
    }

    @Test func `a forged token is an attack, and one that an app reports may be garbled`() {
        var sketch = AttemptSketch()
        let reason = text("auth.server.reason", "bad_signature")
        sketch.server(.apiUse, .rejected, at: 0, code: "token.bad", attributes: [reason])
        #expect(sketch.verdict().conclusion == .attackSuspected)
        #expect(sketch.verdict().evidence.map(\.kind) == [.serverReport, .noAppReport])

        // What the app says of something else does not hide it.
        sketch.phone(.apiUse, .success, at: 1)
        sketch.phone(.tokenExchange, .failed, at: 2, code: "net.timeout")
        #expect(sketch.verdict().conclusion == .attackSuspected)

        sketch.phone(.apiUse, .rejected, at: 3, code: "token.bad")
        #expect(sketch.verdict().conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict().evidence.map(\.kind) == [.serverReport, .appReport])
    }

    @Test func `what only an app says is never an attack`() {
        for code in ["apple.idtoken.signature", "refresh.reused", "pwd.invalid", "limit.requests"] {
            var sketch = AttemptSketch()
            sketch.phone(.tokenExchange, .rejected, at: 0, code: code)
            #expect(sketch.verdict(.everywhere).conclusion != .attackSuspected, "\(code)")
        }
    }

    @Test(arguments: [(1.0, true), (30.0, false)])
    func `passwords that no user types so quickly are an attack, others a user's mistake`(pause: Double, isAttack: Bool)
    {
        var sketch = AttemptSketch()
        for number in 0..<6 {
            sketch.server(.tokenExchange, .rejected, at: Double(number) * pause, code: "pwd.invalid")
        }
        sketch.server(.tokenExchange, .rejected, at: 6 * pause, code: "limit.requests")
        sketch.phone(.tokenExchange, .rejected, at: 6 * pause + 1, code: "limit.requests")

        #expect(sketch.verdict().conclusion == (isAttack ? .attackSuspected : .fault(.user)))
        // Earlier ones, and what an app says of the time, do not hide them.
        sketch.server(.tokenExchange, .rejected, at: -3000, code: "pwd.invalid")
        sketch.phone(.tokenExchange, .rejected, at: 10_000, code: "limit.requests")
        #expect(sketch.verdict().conclusion == (isAttack ? .attackSuspected : .fault(.user)))
    }

    @Test func `wrong passwords everywhere that no app reports are an attack`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .rejected, at: 0, code: "pwd.invalid")
        #expect(sketch.verdict().conclusion == .fault(.user))
        #expect(sketch.verdict(.everywhere).conclusion == .attackSuspected)
        #expect(sketch.verdict(CauseSpread(others: Share(199, of: 199))).conclusion == .unclear(.severalCauses))

        sketch.phone(.tokenExchange, .rejected, at: 1, code: "pwd.invalid")
        #expect(sketch.verdict(.everywhere).conclusion == .unclear(.severalCauses))
    }

    @Test func `many wrong passwords before one that fits are an attack where most are wrong and no app reports`() {
        for (tries, isAttack) in [(3, false), (4, true)] {
            var sketch = AttemptSketch()
            for number in 0..<tries {
                sketch.server(.tokenExchange, .rejected, at: Double(number) * 30, code: "pwd.invalid")
            }
            sketch.server(.tokenExchange, .success, at: Double(tries) * 30)
            #expect(sketch.verdict(.everywhere).conclusion == (isAttack ? .attackSuspected : .nothingWrong))
            #expect(sketch.verdict(.few).conclusion == .nothingWrong)
        }
    }

    @Test func `codes that no user types so quickly are an attack, unless an app reports each`() {
        var sketch = AttemptSketch()
        for number in 0..<6 { sketch.server(.tokenExchange, .rejected, at: Double(number), code: "otp.expired") }
        #expect(sketch.verdict().conclusion == .attackSuspected)
        #expect(sketch.verdict().evidence.map(\.kind) == [.wrongCodes, .noAppReport])

        for number in 0..<6 {
            #expect(sketch.verdict().conclusion == .attackSuspected)
            sketch.phone(.tokenExchange, .rejected, at: Double(number) + 0.5, code: "otp.expired")
        }
        #expect(sketch.verdict().conclusion == .unclear(.severalCauses))
    }

    /// One try of an account's password.
    private func tried(_ outcome: Outcome, at seconds: Double) -> (sketch: AttemptSketch, event: StoredEvent) {
        var sketch = AttemptSketch()
        let code = outcome == .success ? nil : "pwd.invalid"
        let texts: EventTexts = [.user: "ada", .provider: "password"]
        let event = sketch.server(.tokenExchange, outcome, at: seconds, code: code, texts: texts)
        return (sketch, event)
    }

    @Test(arguments: [(2.9, true), (3.0, false)], [Outcome.rejected, .success])
    func `guesses in attempts of their own are one series, and so is the password that fits`(
        series: (pause: Double, isAttack: Bool),
        outcome: Outcome
    ) {
        for place in 0..<5 {
            let others = (0..<5).filter { $0 != place }.map { tried(.rejected, at: Double($0) * series.pause).event }
            var (sketch, _) = tried(outcome, at: Double(place) * series.pause)
            let expected: AttemptVerdict.Conclusion = outcome == .success ? .nothingWrong : .fault(.user)
            // What comes after the password that fits says nothing of it.
            let isAttack = series.isAttack && (outcome == .rejected || place == 4)

            let verdict = sketch.verdict(guesses: others)

            #expect(verdict.conclusion == (isAttack ? .attackSuspected : expected), "\(place)")
            guard isAttack else { continue }
            #expect(verdict.evidence.map(\.kind) == [.wrongPasswordsNearby, .noAppReport])
            #expect(verdict.evidence.first?.count == (outcome == .success ? 4 : 5))
            #expect(sketch.verdict(guesses: Array(others.dropLast())).conclusion == expected)
            sketch.phone(.tokenExchange, outcome, at: 1, code: outcome == .success ? nil : "pwd.invalid")
            #expect(sketch.verdict(guesses: others).conclusion == .unclear(.severalCauses), "\(place)")
        }
    }

    @Test func `guesses are counted for each account that an attempt tries`() {
        func sketch(_ accounts: [String]) -> AttemptSketch {
            var sketch = AttemptSketch()
            for (place, account) in accounts.enumerated() {
                let texts: EventTexts = [.user: account, .provider: "password"]
                sketch.server(.tokenExchange, .rejected, at: Double(place), code: "pwd.invalid", texts: texts)
            }
            return sketch
        }
        let others = (1...3).map { tried(.rejected, at: Double($0) * 2).event }

        // Three of others, and those of this attempt: of Ada, and of someone else.
        #expect(sketch(["ada", "bob", "bob"]).verdict(guesses: others).conclusion == .fault(.user))
        let series = sketch(["bob", "ada", "ada", "bob"]).verdict(guesses: others)
        #expect(series.conclusion == .attackSuspected && series.evidence.first?.count == 5)
    }

    @Test func `guesses long before or after say nothing of a try`() {
        for seconds in [-3600.0, 3600] {
            let others = (0..<9).map { tried(.rejected, at: seconds + Double($0)).event }
            #expect(tried(.rejected, at: 0).sketch.verdict(guesses: others).conclusion == .fault(.user))
        }
    }

    @Test func `tokens of another tenant are a wrong setting of an app that reports`() {
        var sketch = AttemptSketch()
        let reason = text("auth.server.reason", "other_tenant")
        sketch.server(.apiUse, .rejected, at: 0, code: "token.bad", attributes: [reason])
        // Anyone can send such tokens, in any number.
        #expect(sketch.verdict(CauseSpread(others: Share(90, of: 90))).conclusion == .unclear(.oneReport))

        sketch.phone(.apiUse, .rejected, at: 1, code: "token.bad")
        #expect(sketch.verdict().conclusion == .fault(.setup))
    }

    @Test func `of an attempt that was not read as a whole nothing is said but an attack`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 0, code: "net.connection_lost")
        func verdict() -> AttemptVerdict.Conclusion {
            let timeline = sketch.timeline(leftOut: LeftOutEvents(count: 3, after: 0))
            return AttemptEvidence(timeline, now: AttemptSketch.later).verdict.conclusion
        }

        #expect(verdict() == .unclear(.incomplete))
        let reason = text("auth.server.reason", "bad_signature")
        sketch.server(.apiUse, .rejected, at: 1, code: "token.bad", attributes: [reason])
        #expect(verdict() == .attackSuspected)
    }
}

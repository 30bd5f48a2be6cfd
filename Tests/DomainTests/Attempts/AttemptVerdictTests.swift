import Testing

@testable import Domain

@Suite struct AttemptVerdictTests {
    private func text(_ name: String, _ text: String) -> EventAttribute { EventAttribute(name, .text(text)) }

    @Test func `the party that is nearest to the cause knows it`() {
        var stopped = AttemptSketch()
        stopped.phone(.tokenExchange, .failed, at: 2, code: "net.connection_lost")
        #expect(stopped.verdict().conclusion == .fault(.network))
        let server = stopped.server(.tokenExchange, .failed, at: 1, code: "server.error")
        #expect(stopped.verdict().conclusion == .fault(.gatehouse))
        #expect(stopped.verdict().evidence.map(\.kind) == [.serverReport, .appReport])
        #expect(stopped.verdict().evidence.first?.event == server.reference)
        stopped.server(.appleVerify, .failed, at: 0.5, code: "apple.server.unavailable")
        #expect(stopped.verdict().conclusion == .fault(.apple))
    }

    @Test func `a limit says who reached it, or that nothing shows it`() {
        var sketch = AttemptSketch()
        sketch.server(.refresh, .rejected, at: 10, code: "limit.requests")
        #expect(sketch.verdict().conclusion == .unclear(.sharedLimit))
        #expect(sketch.verdict(.everywhere).conclusion == .fault(.setup))

        var typed = sketch
        typed.server(.tokenExchange, .rejected, at: 0, code: "pwd.invalid")
        #expect(typed.verdict().conclusion == .fault(.user))

        for number in 0..<3 { sketch.server(.refresh, .success, at: Double(number)) }
        #expect(sketch.verdict().conclusion == .fault(.app))
        #expect(sketch.verdict().evidence.last?.count == 3)
    }

    @Test func `a call after the sign-out is rejected as intended`() {
        var sketch = AttemptSketch()
        sketch.server(.apiUse, .rejected, at: 0, code: "session.missing", texts: [.user: "u"])
        #expect(sketch.verdict().conclusion == .fault(.user))

        sketch.server(.signOut, .success, at: -1)
        #expect(sketch.verdict().conclusion == .nothingWrong)
        #expect(sketch.verdict().evidence.map(\.reason) == ["signed_out"])
    }

    @Test func `sessions that all lose are not the fault of an app, and anyone can send unknown tokens`() {
        var sketch = AttemptSketch()
        sketch.server(.refresh, .rejected, at: 0, code: "refresh.missing")
        sketch.phone(.refresh, .rejected, at: 1, code: "refresh.missing")
        #expect(sketch.verdict().conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.few).conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.everywhere).conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.most).conclusion == .fault(.app))

        var silent = AttemptSketch()
        silent.server(.apiUse, .rejected, at: 0, code: "session.missing")
        #expect(silent.verdict().conclusion == .unclear(.oneReport))
    }

    @Test func `a server that all apps wait for in vain is too slow when it ends later`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 30, code: "net.timeout", took: 30_000)
        #expect(sketch.verdict(.everywhere).conclusion == .fault(.setup))

        var clock = sketch
        clock.server(.tokenExchange, .success, at: 38, took: 25)
        #expect(clock.verdict(.everywhere).conclusion == .unclear(.severalCauses))

        sketch.server(.tokenExchange, .success, at: 38, took: 37_000)
        #expect(sketch.verdict(.everywhere).conclusion == .fault(.gatehouse))
        #expect(sketch.verdict(.few).conclusion == .fault(.network))
    }

    @Test func `an error that a new sign-in made good counts where most have it`() {
        var sketch = AttemptSketch()
        sketch.phone(.sessionRestore, .failed, at: 0, code: "apple.credential.transferred")
        sketch.server(.tokenExchange, .success, at: 4)
        sketch.phone(.tokenExchange, .success, at: 5)
        #expect(sketch.verdict().conclusion == .nothingWrong)
        #expect(sketch.verdict(.everywhere).conclusion == .fault(.setup))

        sketch.phone(.sessionStore, .failed, at: 6, code: "device.no_passcode")
        #expect(sketch.timeline().ending.code == "device.no_passcode")
        #expect(sketch.verdict().conclusion == .fault(.user))
    }

    @Test func `a token that an app or a backend calls bad may be so by its clock or by tampering`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 0, code: "token.bad")
        #expect(sketch.verdict().conclusion == .fault(.app))
        #expect(sketch.verdict(.few).conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.everywhere).conclusion == .unclear(.severalCauses))
    }

    @Test func `what some have with one release, and none with others, is of the release`() {
        func isOfRelease(_ count: Int, of others: Int) -> Bool {
            CauseSpread(release: Share(count, of: 900), others: Share(others, of: 900)).isOfRelease
        }

        #expect(isOfRelease(61, of: 0) && isOfRelease(61, of: 3))
        #expect(!isOfRelease(61, of: 4) && !isOfRelease(40, of: 0))
        #expect(!CauseSpread(release: Share(61, of: 900), others: Share(0, of: 100)).isOfRelease)
    }

    @Test(arguments: Session.EndReason.allCases)
    func `a session that was ended on purpose is no fault`(reason: Session.EndReason) {
        var sketch = AttemptSketch()
        let attribute = text("session.end_reason", reason.rawValue)
        sketch.server(.apiUse, .rejected, at: 0, code: "session.missing", attributes: [attribute])
        sketch.phone(.apiUse, .rejected, at: 1, code: "session.missing")

        #expect(sketch.verdict().conclusion == (reason == .refreshReuse ? .unclear(.reusedToken) : .nothingWrong))
    }

    @Test func `an attempt that went well has no fault, and one whose app falls silent is unclear`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 1)
        #expect(sketch.verdict().conclusion == .nothingWrong)
        sketch.phone(.ui, .success, at: 0)
        #expect(sketch.verdict().conclusion == .unclear(.appSilent))
        sketch.phone(.tokenExchange, .success, at: 2)
        #expect(sketch.verdict().conclusion == .nothingWrong)
    }

    @Test func `users cancel, and only a fault makes them cancel with one release`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .cancelled, at: 0, code: "apple.sheet.cancelled")

        #expect(sketch.verdict().conclusion == .nothingWrong)
        #expect(sketch.verdict(.everywhere).conclusion == .nothingWrong)
        #expect(sketch.verdict(.most).conclusion == .fault(.app))
        #expect(sketch.verdict(.most).evidence.map(\.kind) == [.appReport, .inRelease, .inOtherReleases])
    }

    @Test func `an error that the catalogue lacks is the app's where the server succeeded, or in one release only`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 1, code: "unclassified")
        #expect(sketch.verdict(.everywhere).conclusion == .unclear(.unknownError))
        #expect(sketch.verdict(.most).conclusion == .fault(.app))
        sketch.server(.tokenExchange, .success, at: 0)
        #expect(sketch.verdict().conclusion == .fault(.app))
    }

    @Test func `an error with several causes needs more than itself`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 0, code: "net.fetch_failed")
        #expect(sketch.verdict().conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.most).conclusion == .fault(.app))

        var offline = AttemptSketch()
        offline.phone(.tokenExchange, .failed, at: 0, code: "net.fetch_failed", texts: [.network: "none"])
        #expect(offline.verdict(.most).conclusion == .fault(.network))
    }

    @Test func `certificates that most reject are a matter of the configuration`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 0, code: "tls.untrusted")

        #expect(sketch.verdict().conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.few).conclusion == .fault(.network))
        #expect(sketch.verdict(.most).conclusion == .fault(.setup))
        #expect(sketch.verdict(.everywhere).conclusion == .fault(.setup))
    }

    @Test func `what few of very many have is no fault of a configuration that all have`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .failed, at: 0, code: "cause.account_or_config")

        #expect(sketch.verdict().conclusion == .fault(.setup))
        #expect(sketch.verdict(.few).conclusion == .fault(.user))
    }

    @Test func `a link that worked before, without the app, was used elsewhere`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 0)
        sketch.server(.tokenExchange, .rejected, at: 60, code: "otp.expired")
        sketch.phone(.tokenExchange, .rejected, at: 61, code: "otp.expired")

        #expect(sketch.verdict().conclusion == .unclear(.linkUsedBefore))
    }

    @Test func `an app alone does not put the blame on the server`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 0, code: "server.error")

        #expect(sketch.verdict().conclusion == .unclear(.oneReport))
    }

    @Test func `an error of Apple or of this server counts though a later try went well`() {
        var sketch = AttemptSketch()
        let broken = sketch.server(.tokenExchange, .failed, at: 0, code: "apple.server.unavailable")
        sketch.server(.tokenExchange, .success, at: 2)
        sketch.phone(.tokenExchange, .success, at: 2.1)
        #expect(sketch.verdict().conclusion == .fault(.apple))
        #expect(sketch.verdict().evidence.first?.event == broken.reference)

        var claimed = AttemptSketch()
        claimed.phone(.tokenExchange, .failed, at: 0, code: "server.error")
        claimed.phone(.tokenExchange, .success, at: 2)
        #expect(claimed.verdict().conclusion == .nothingWrong)
    }

    @Test func `what a sign-in that succeeded at once lacks is no fault that a later try made good`() {
        var sketch = AttemptSketch()
        sketch.server(.appleVerify, .degraded, at: 0, code: "apple.server.unavailable")
        sketch.server(.appleVerify, .failed, at: 0.5, code: "apple.server.unavailable")
        sketch.server(.tokenExchange, .success, at: 1)
        sketch.phone(.tokenExchange, .success, at: 1.1)

        #expect(sketch.verdict().conclusion == .nothingWrong)
    }

    @Test func `a mistake that most users make is unclear`() {
        var mistake = AttemptSketch()
        mistake.server(.tokenExchange, .rejected, at: 0, code: "pwd.invalid")
        mistake.phone(.tokenExchange, .rejected, at: 1, code: "pwd.invalid")
        #expect(mistake.verdict(.few).conclusion == .fault(.user))
        #expect(mistake.verdict(.everywhere).conclusion == .unclear(.severalCauses))
    }

    @Test func `a response that few get may be that of a proxy, unless the server says so too`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 1, code: "http.route")
        #expect(sketch.verdict(.few).conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.most).conclusion != .unclear(.severalCauses))

        sketch.server(.profileSync, .failed, at: 0, code: "server.error")
        #expect(sketch.verdict(.few).conclusion != .unclear(.severalCauses))
    }

    @Test func `keys of Apple that nobody gets may be those of a closed way`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleVerify, .failed, at: 0, code: "token.keys_unavailable")
        #expect(sketch.verdict(.everywhere).conclusion == .unclear(.severalCauses))

        var own = AttemptSketch()
        own.phone(.apiUse, .failed, at: 0, code: "token.keys_unavailable", isBackend: true)
        #expect(own.verdict(.everywhere).conclusion == .fault(.setup))
    }

    @Test func `a phone without an account, among few tries, may be an app without its setting`() {
        var sketch = AttemptSketch()
        sketch.phone(.credential, .failed, at: 0, code: "android.sheet.no_credential")
        let two = CauseSpread(release: Share(1, of: 2))
        #expect(sketch.verdict(two).conclusion == .unclear(.severalCauses))
        #expect(sketch.verdict(.few).conclusion == .fault(.user))
    }
}

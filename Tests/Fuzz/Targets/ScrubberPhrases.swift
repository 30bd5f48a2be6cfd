import Domain
import StrictJSON

/// A text of secrets, replacements and ordinary phrases, one on each line; each byte of the input chooses one.
///
/// In such a text every secret vanishes, and scrubbing twice changes nothing more. In others it may: what is left
/// beside a replacement can look like another value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { input in
        let secrets = Secret.all
        let choices = input.prefix(64).map { Int($0) % (secrets.count + phrases.count) }
        let lines = choices.map { $0 < secrets.count ? secrets[$0].written : phrases[$0 - secrets.count] }
        let scrubber = Scrubber { _ in "1f2e3d4c" }
        let once = scrubber.scrub(lines.joined(separator: "\n"))
        let twice = scrubber.scrub(once)
        expect(twice.hasSameBytes(as: once), "scrubbing twice changes nothing more: \([once, twice])")
        for choice in Set(choices) where choice < secrets.count {
            expect(!secrets[choice].isVisible(in: once), "\(secrets[choice].written) vanishes: \([once])")
        }
        for (line, kept) in zip(lines, once.splitBytes(at: "\n")) where phrases.contains(line) {
            expect(line.hasSameBytes(as: kept), "\(line) stays: \([once])")
        }
    }
}

private let phrases = [
    "", "The request timed out.", "bad token", "NSURLErrorDomain", "token_endpoint", "-1001", "HTTP 401", "17.5.1",
    "2026-11-21T09:05:00.123Z", "4bf92f3577b34da6a3ce929d0e0e4736", "8F2C1A3B-1C2D-4E5F-8A9B-0123456789AB",
    "[email:1f2e3d4c]", "[token:1f2e3d4c]", "[phone]", "[card]", "[secret]", "[name]", "203.0.113.0/24",
    "password=[secret]", "Authorization: [token:1f2e3d4c]", "refresh_token_already_used", "apple.token.invalid_grant",
    "password too short", "icon@2x.png", "1732179900123", "error 500 after 12000 ms", "https://api.example.com/a",
    "\"access_token\": null", "日本語のテキスト", "C:\\new\\table", "50% off",
]

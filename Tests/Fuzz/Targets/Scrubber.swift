import Domain

/// A text of a client. The first byte chooses a secret and a pair of separators, with which the secret is inserted in the
/// middle of the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { input in
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        let scrubber = Scrubber { _ in "abcdefab" }
        _ = scrubber.scrub(text)
        guard let choice = input.first.map(Int.init) else { return }
        let secret = Secret.all[choice % Secret.all.count]
        let body = Array(text.utf8)
        let middle = body.count / 2
        let planted = body[..<middle] + Array("\n\(secret.written)\n".utf8) + body[middle...]
        let scrubbed = scrubber.scrub(String(decoding: planted, as: UTF8.self))
        expect(
            !secret.isVisible(in: scrubbed) || secret.isVisible(in: text),
            "\(secret.written.debugDescription) vanishes from \(text.debugDescription): \(scrubbed.debugDescription)"
        )
    }
}

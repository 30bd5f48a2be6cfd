import Domain
import FakeApple
import StrictJSON
import UseCases

extension ForgedToken {
    /// Not the form of a signed text at all.
    static let forms: [ForgedToken] = [
        ForgedToken("empty", .malformed) { _ in "" },
        ForgedToken("one part", .malformed) { try String($0.token().split(separator: ".")[0]) },
        ForgedToken("two parts", .malformed) { try $0.token().split(separator: ".").prefix(2).joined(separator: ".") },
        ForgedToken("four parts", .malformed) { try $0.token() + ".AAAA" },
        ForgedToken("five parts, as an encrypted token has", .malformed) { try $0.token() + ".AAAA.AAAA" },
        ForgedToken("a dot at the end", .malformed) { try $0.token() + "." },
        ForgedToken("a megabyte of dots", .tooLong) { _ in String(repeating: ".", count: 1_048_576) },
        ForgedToken("8 KiB of dots", .malformed) { _ in String(repeating: ".", count: 8192) },
        ForgedToken("one byte too long", .tooLong) { _ in String(repeating: "a", count: 8193) },
        ForgedToken("signature of 64 KiB", .tooLong) { site in
            try site.apple.identityToken(site.claims(), signer: .bytes([UInt8](repeating: 1, count: 65_536)))
        },
        ForgedToken("a line break at the end", .malformed) { try $0.token() + "\n" },
        ForgedToken("a space before", .malformed) { try " " + $0.token() },
        ForgedToken("Bearer before", .malformed) { try "Bearer " + $0.token() },
        ForgedToken("padded base64", .malformed) { try $0.token() + "==" },
        ForgedToken("base64 of the other alphabet", .malformed) { try "+/" + $0.token() },
        ForgedToken("left-over bits in the signature", .malformed) { site in
            let token = try site.token()
            // 256 bytes end in a character of which four bits are unused.
            return String(token.dropLast()) + "B"
        },
        ForgedToken("no signature", .malformed) {
            try $0.token().split(separator: ".").prefix(2).joined(separator: ".") + "."
        },
        ForgedToken("a NUL within", .malformed) { try $0.token().replacing(".", with: "\0.", maxReplacements: 1) },
        header("header that is no JSON", "alg=RS256", .malformed),
        header("empty header", "", .malformed),
        header("header that is an array", "[\"RS256\"]", .malformed),
        header("alg twice", "{\"alg\":\"none\",\"kid\":\"KID\",\"alg\":\"RS256\"}", .malformed),
        header("alg twice, once escaped", "{\"\\u0061lg\":\"none\",\"kid\":\"KID\",\"alg\":\"RS256\"}", .malformed),
        header("kid twice", "{\"kid\":\"evil\",\"alg\":\"RS256\",\"kid\":\"KID\"}", .malformed),
        header("something after the header", "{\"kid\":\"KID\",\"alg\":\"RS256\"}{}", .malformed),
        content("claims that are no JSON") { _ in "sub=ada" },
        content("claims that are an array") { site in "[\(JSONValue.object(site.claims()).text)]" },
        content("empty claims", .issuer) { _ in "{}" },
        content("sub twice") { site in "{\"sub\":\"eve\"," + JSONValue.object(site.claims()).text.dropFirst() },
        content("aud twice") { site in "{\"aud\":\"com.evil\"," + JSONValue.object(site.claims()).text.dropFirst() },
        content("sub twice, once escaped") { site in
            "{\"\\u0073ub\":\"eve\"," + JSONValue.object(site.claims()).text.dropFirst()
        },
        content("claims a hundred levels deep") { _ in
            String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 100)
        },
        content("a hundred claims more") { site in
            "{" + (0..<100).map { "\"x\($0)\":0," }.joined() + JSONValue.object(site.claims()).text.dropFirst()
        },
    ]
}

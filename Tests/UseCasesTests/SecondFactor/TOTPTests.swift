import Domain
import Foundation
import Testing

@testable import UseCases

@Suite struct TOTPTests {
    private static let seed = Data("12345678901234567890".utf8)

    /// RFC 6238, appendix B, SHA-1, the last six digits.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] as [(Int64, String)]
    )
    func `a code is that of the standard`(seconds: Int64, code: String) {
        let time = Timestamp(milliseconds: seconds * 1000)

        #expect(TOTP.text(Self.seed, step: TOTP.step(at: time)) == code)
    }

    /// RFC 4226, appendix D.
    @Test func `each step has the code of its counter`() {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]

        #expect(codes.indices.map { TOTP.text(Self.seed, step: Int64($0)) } == codes)
    }

    @Test func `one step before and after the present one count, and no other`() {
        let time = Timestamp(milliseconds: 1_111_111_111_000)
        let present = TOTP.step(at: time)

        let found = (-3...3).map {
            TOTP.step(of: TOTP.text(Self.seed, step: present + $0), Self.seed, at: time)
        }

        #expect(found == [nil, nil, present - 1, present, present + 1, nil, nil])
    }

    @Test(arguments: ["", "12345", "1234567", "abcdef", "٠٥٠٤٧١", "050471\u{301}", "050 471x"])
    func `what is no code of six digits is no code`(text: String) {
        #expect(TOTP.step(of: text, Self.seed, at: Timestamp(milliseconds: 1_111_111_111_000)) == nil)
    }

    @Test func `the address of a seed can be read by any app`() {
        let seed = TOTPSecret(bytes: Self.seed)

        #expect(seed.text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(
            seed.address(account: "ada+x@acme.example", place: "acme")
                == "otpauth://totp/Gatehouse%20acme:ada%2Bx%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gatehouse%20acme"
        )
    }

    @Test func `a recovery code is accepted in any typed form`() throws {
        let code = RecoveryCode(random: [0, 1, 2, 3, 4, 5, 6, 7])

        let typed = try #require(RecoveryCode(typed: " \(code.text.uppercased().replacing("-", with: " ")) "))

        #expect(typed.text == code.text)
        #expect(code.text.wholeMatch(of: #/[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}/#) != nil)
        #expect(RecoveryCode(typed: code.text.replacing("0", with: "O"))?.text == code.text)
        #expect(RecoveryCode(typed: code.text.replacing("0", with: "٠").replacing("-", with: "–"))?.text == code.text)
        for wrong in ["", "123456", code.text + "0", "uuuu-uuuu-uuuu", String(repeating: "é", count: 12)] {
            #expect(RecoveryCode(typed: wrong) == nil)
        }
    }
}

import Crypto
import Domain
import Foundation
import Testing

@testable import UseCases

/// Hashes that other programs made.
private enum Foreign {
    static let salt = "0123456789abcdef0123456789abcdef"
    static let betterAuth =
        "\(salt):b87ad68e260d745e9edfac97cc70f72a8fbb1771cf033e8d2b3c360d3788e3548d977bae5090f5d6cd75f5190a6fbe6b0b5737d5420119bd1e44ccdc779acfe5"
    static let betterAuthLigature =
        "\(salt):1d481756a71a13108f5813e13f55d95dee3b168a68b5a57a5614c8422bb212e36e69ff386f27540defeda4a9e4e45ec631e462a02dc5a0af2e2bc92b20c61aa0"
    static let longest = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    /// A password and its hash.
    static let pairs: [(String, String)] = [
        ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
        ("correct horse battery", "$2a$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."),
        ("correct horse battery", "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."),
        ("correct horse battery", "$2y$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."),
        (longest, "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui"),
        (
            "pleaseletmein",
            "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw"
        ),
        ("password", "$pbkdf2-sha256$i=4096,l=32$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o"),
        ("password", "$pbkdf2-sha256$4096$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o"),
        (
            "passwordPASSWORDpassword",
            "$pbkdf2-sha512$i=4096$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0$jAUR9Mbll8asYxXY8DYuIl88UBSVuiO4aMAFF03E7nERW1n55gzZUy+jPg91rv4wIlxYOhhs2CvU2uqXJKPTuA"
        ),
        (
            "passwordPASSWORDpassword",
            "$pbkdf2-sha512$4096$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0$jAUR9Mbll8asYxXY8DYuIl88UBSVuiO4aMAFF03E7nERW1n55gzZUy.jPg91rv4wIlxYOhhs2CvU2uqXJKPTuA"
        ),
        ("correct horse battery", betterAuth),
        ("correct horse battery", "better-auth:\(betterAuth)"),
        // Composed and decomposed, and a ligature that NFKC takes apart.
        ("e\u{FB03}cient password", betterAuthLigature),
        ("efficient password", betterAuthLigature),
    ]
}

@Suite struct ImportedPasswordTests {
    private let pepper = SymmetricKey(data: Data(repeating: 3, count: 32))

    private func gate(cost: Int = 4) -> PasswordGate {
        PasswordGate(
            limits: .init(width: 2, queue: 64, deadline: .seconds(3600)),
            cost: .init(logN: cost),
            root: RootKey(bytes: Array(repeating: 1, count: 32)),
            random: SystemContext.system.random
        )
    }

    @Test(arguments: Foreign.pairs) func `the password of another system's hash is right, and any other is wrong`(
        password: String,
        text: String
    ) throws {
        let hash = try PasswordHash(importing: text)

        #expect(try hash.matches(password, pepper: pepper))
        for other in ["", "x", "x" + password, String(password.dropLast())] {
            #expect(try !hash.matches(other, pepper: pepper), "\(other)")
        }
    }

    @Test(arguments: Foreign.pairs) func `the text that is stored is read back as the same hash`(
        password: String,
        text: String
    ) throws {
        let hash = try PasswordHash(importing: text)

        #expect(PasswordHash(text: hash.text) == hash)
        #expect(PasswordHash(text: hash.text)?.text == hash.text)
    }

    @Test(arguments: Foreign.pairs) func `whatever came from another system is outdated`(
        password: String,
        text: String
    ) async throws {
        let check = try await gate().check(password, against: try PasswordHash(importing: text), for: nil)

        #expect(check.isRight && check.isOutdated)
    }

    @Test func `a scrypt hash without the pepper is outdated even at our own cost`() async throws {
        let salt = Data(repeating: 1, count: 16)
        let key = try Scrypt.derive(Data("secret word".utf8), salt: salt, count: 32, cost: .init(logN: 4))

        let check = try await gate(cost: 4).check(
            "secret word",
            against: PasswordHash(.scrypt(.init(logN: 4)), salt: salt, key: key),
            for: nil
        )

        #expect(check.isRight && check.isOutdated)
    }

    @Test func `of a password for bcrypt the first 72 bytes count`() throws {
        let hash = try PasswordHash(importing: "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui")

        #expect(try hash.matches(Foreign.longest + "chars after 72 are ignored", pepper: pepper))
        #expect(try hash.matches(Foreign.longest + String(repeating: "long", count: 500), pepper: pepper))
        #expect(try !hash.matches(String(Foreign.longest.dropLast()), pepper: pepper))
    }

    @Test(arguments: ["U*U\0", "U*U\0more", "\0", "\0U*U", "U\0*U"])
    func `a password with a NUL never matches a bcrypt hash`(password: String) throws {
        let hash = try PasswordHash(importing: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")

        #expect(try !hash.matches(password, pepper: pepper))
    }

    @Test(arguments: [
        ("$2b$03$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.", "The cost of bcrypt must be from 4 to 14."),
        ("$2b$15$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.", "The cost of bcrypt must be from 4 to 14."),
        ("$2b$31$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.", "The cost of bcrypt must be from 4 to 14."),
        (
            "$pbkdf2-sha256$i=2000001,l=32$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
            "The rounds of PBKDF2 must be from 1 to 2000000."
        ),
        // Twice the length is twice the work.
        (
            "$pbkdf2-sha256$1000001$c2FsdA$jAUR9Mbll8asYxXY8DYuIl88UBSVuiO4aMAFF03E7nERW1n55gzZUy+jPg91rv4wIlxYOhhs2CvU2uqXJKPTuA",
            "The rounds of PBKDF2 must be from 1 to 2000000."
        ),
        (
            "$pbkdf2-sha256$0$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
            "The rounds of PBKDF2 must be from 1 to 2000000."
        ),
        (
            "$scrypt$ln=18,r=16,p=1$AAAAAAAAAAAAAAAAAAAAAA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
            "This scrypt hash takes more than 256 MiB of memory."
        ),
        (
            "$scrypt$ln=18,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
            "This scrypt hash takes too long."
        ),
        (
            "$scrypt$ln=19,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
            "ln of scrypt must be from 1 to 18."
        ),
    ])
    func `what would take too long or too much memory is refused with the limit`(text: String, sentence: String) {
        #expect(throws: FieldProblem.Rule.malformed(.english(sentence))) { try PasswordHash(importing: text) }
    }

    @Test(arguments: [
        "", "password", "$", "$$$$", "$1$abc$def", "$argon2id$v=19$m=65536,t=3,p=4$AAAA$AAAA",
        "$2x$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZC",
        "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo",
        "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.x",
        "$2b$5$abcdefghijklmnopqrstuuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.",
        "$2b$05$abcdefghijklmnopqrst:uD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.",
        "$pbkdf2-sha256$i=1,i=2$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "$pbkdf2-sha256$-5$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "$pbkdf2-sha256$i=5,l=31$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "$pbkdf2-sha256$5$c2FsdA$", "$pbkdf2-sha256$5$$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "$pbkdf2-md5$5$c2FsdA$AAAA",
        "$scrypt$ln=14,r=8$AAAAAAAAAAAAAAAAAAAAAA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "$scrypt$ln=14,r=8,p=1,keyid=2$AAAAAAAAAAAAAAAAAAAAAA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
        "0123456789abcdef:b87ad68e", "better-auth:x:y", String(repeating: "$2a$", count: 1000),
    ])
    func `what is no whole hash is refused with a sentence`(text: String) {
        #expect(PasswordHash(text: text) == nil)
        let rule = #expect(throws: FieldProblem.Rule.self) { try PasswordHash(importing: text) }
        #expect(rule?.sentence.isEmpty == false)
    }

    @Test(arguments: [
        "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo.",
        "$pbkdf2-sha256$4096$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
    ])
    func `a check takes about the same work for an unknown and for an imported user`(text: String) async throws {
        let gate = gate(cost: 12)
        _ = try await gate.check("a wrong guess", against: nil, for: nil)
        let forUnknown = gate.workDone

        _ = try await gate.check("a wrong guess", against: try PasswordHash(importing: text), for: nil)

        let difference = abs(gate.workDone - forUnknown - forUnknown)
        #expect(difference * 20 < forUnknown, "\(difference) of \(forUnknown)")
    }
}

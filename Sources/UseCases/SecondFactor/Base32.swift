enum Base32 {
    static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") }

    static func encode(_ bytes: some Sequence<UInt8>, _ alphabet: StaticString) -> String {
        let letters = Array(alphabet.description.utf8)
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { text.append(letters[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Checks the bytes of a query before they are read.
enum QueryCharacters {
    /// - Throws: too many bytes, no UTF-8, or a control character other than a tab or a line break.
    static func checked(_ bytes: some Collection<UInt8>, maximum: Int) throws(QueryFault) -> [UInt8] {
        guard bytes.count <= maximum else {
            throw QueryFault(.tooLong(maximum: maximum), whole(bytes, maximum)..<bytes.count)
        }
        let bytes = Array(bytes)
        if String(validating: bytes, as: UTF8.self) == nil {
            let place = validCount(bytes)
            throw QueryFault(.notUTF8, place..<place + 1)
        }
        if let place = bytes.firstIndex(where: isControl) {
            throw QueryFault(.controlCharacter, place..<place + 1)
        }
        return bytes
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case 0x00...0x1F, 0x7F: true
        default: false
        }
    }

    /// The number of bytes before the first invalid one.
    private static func validCount(_ bytes: [UInt8]) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { count += scalar.count }
        return min(count, bytes.count - 1)
    }

    /// The largest number of bytes, up to the limit, that splits no scalar.
    private static func whole(_ bytes: some Collection<UInt8>, _ limit: Int) -> Int {
        let beginning = Array(bytes.prefix(limit + 1))
        var end = limit
        while end > max(0, limit - 3), beginning[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

/// RFC 3339 text, in UTC with milliseconds (`2026-11-21T09:05:00.000Z`), to and from `Timestamp`.
///
/// Written out because the calendar is on the path of every ingested event; days are counted with the
/// proleptic Gregorian rules of RFC 3339 appendix.
extension Timestamp {
    /// The times that RFC 3339 can write: years 0000 to 9999.
    public static let writable =
        Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

    public var rfc3339: String {
        let time = min(max(self, Self.writable.lowerBound), Self.writable.upperBound).milliseconds
        let day = Self.floorDivide(time, 86_400_000)
        let rest = Int(time - day * 86_400_000)
        let date = Self.civil(fromDays: Int(day))
        return [
            Self.pad(date.year, 4), "-", Self.pad(date.month, 2), "-", Self.pad(date.day, 2), "T",
            Self.pad(rest / 3_600_000, 2), ":", Self.pad(rest / 60_000 % 60, 2), ":", Self.pad(rest / 1000 % 60, 2),
            ".",
            Self.pad(rest % 1000, 3), "Z",
        ].joined()
    }

    /// Parses a full RFC 3339 date-time with `Z` or a numeric offset and any number of fraction digits; digits past
    /// milliseconds are dropped, a leap second counts as the second before it.
    /// - Returns: nil when the text is not one, or names a day that the calendar lacks.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2),
            reader.take("-"),
            let day = reader.number(digits: 2), reader.takeAny("Tt "), let hour = reader.number(digits: 2),
            reader.take(":"),
            let minute = reader.number(digits: 2), reader.take(":"), let second = reader.number(digits: 2),
            let fraction = reader.fractionInMilliseconds(), let offset = reader.offsetInMinutes(), reader.isAtEnd,
            (1...12).contains(month), (1...Self.daysIn(month: month, year: year)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let days = Int64(Self.days(fromCivil: year, month, day))
        let seconds = Int64(hour * 3600 + minute * 60 + min(second, 59)) - Int64(offset) * 60
        self.init(milliseconds: (days * 86_400 + seconds) * 1000 + Int64(fraction))
    }

    /// Days since 1970-01-01 of a civil date.
    static func days(fromCivil year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Reads the fixed-width fields of a date-time.
private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    mutating func takeAny(_ characters: String) -> Bool {
        characters.unicodeScalars.contains { take($0) }
    }

    mutating func fractionInMilliseconds() -> Int? {
        guard take(".") else { return 0 }
        var milliseconds = 0
        var count = 0
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            if count < 3 { milliseconds = milliseconds * 10 + Int(bytes[position] - 0x30) }
            count += 1
            position += 1
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 3 - count) { milliseconds *= 10 }
        return milliseconds
    }

    mutating func offsetInMinutes() -> Int? {
        if takeAny("Zz") { return 0 }
        let sign: Int
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), take(":"), let minutes = number(digits: 2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 60 + minutes)
    }
}

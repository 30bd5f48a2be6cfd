/// Numbers as a language writes them (Unicode CLDR, number symbols).
public enum NumberText {
    private static let narrowNoBreakSpace = "\u{202F}"

    /// `1,024,551`; in French with narrow no-break spaces.
    public static func grouped(_ number: Int, in language: SupportedLanguage) -> String {
        let separator = language == .french ? narrowNoBreakSpace : ","
        let digits = String(number.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += separator }
            grouped.append(digit)
        }
        return number < 0 ? "−" + grouped : grouped
    }

    /// A number with one decimal place: `1.5`, in French `1,5`.
    public static func decimal(_ tenths: Int, in language: SupportedLanguage) -> String {
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "−" : ""
        return sign + grouped(Int(whole), in: language) + (language == .french ? "," : ".") + "\(rest)"
    }
}

/// A span of time in the largest unit of which it is a whole number: `30 days`, `1 hour`.
public enum SpanText {
    private static let units = [("days", 86_400), ("hours", 3600), ("minutes", 60)]

    public static func text(seconds: Int, _ texts: Texts) -> String {
        let (count, unit) = parts(seconds)
        return texts(TextKey("time.span.\(unit)"), count: count)
    }

    public static func english(seconds: Int) -> String {
        let (count, unit) = parts(seconds)
        return "\(count) \(count == 1 ? String(unit.dropLast()) : unit)"
    }

    private static func parts(_ seconds: Int) -> (count: Int, unit: String) {
        for (unit, length) in units where seconds >= length && seconds.isMultiple(of: length) {
            return (seconds / length, unit)
        }
        return (seconds, "seconds")
    }
}

import Domain

/// Rates and numbers of users, as the pages of releases write them.
struct ReleaseTexts {
    let texts: Texts

    init(_ texts: Texts) { self.texts = texts }

    func number(_ count: Int) -> String { NumberText.grouped(count, in: texts.language) }

    /// `98.4%`; `100.0%` only for a whole.
    func percent(_ part: Double) -> String {
        let tenths = Int((part * 1000).rounded())
        let isWhole = part > 1 - 1e-9
        return texts(
            "releases.percent",
            ["value": .text(NumberText.decimal(isWhole ? tenths : min(tenths, 999), in: texts.language))]
        )
    }

    /// A difference in tenths: `−8.1`
    func difference(_ tenths: Int) -> String {
        (tenths > 0 ? "+" : "") + NumberText.decimal(tenths, in: texts.language)
    }

    /// The interval in which the true rate lies; nil without a result.
    func interval(of rate: SuccessRate) -> String? {
        rate.interval.map {
            texts(
                "releases.interval",
                ["lower": .text(percent($0.lowerBound)), "upper": .text(percent($0.upperBound))]
            )
        }
    }

    /// `342`, `At least 342`, or `About 34,200` for an estimate.
    func users(_ number: Int, of users: AffectedUsers) -> String {
        guard users.isComplete else { return texts("releases.at-least", ["count": .number(number)]) }
        return users.isEstimated ? texts("releases.about", ["count": .number(number)]) : self.number(number)
    }
}

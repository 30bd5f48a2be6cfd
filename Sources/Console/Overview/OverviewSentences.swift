import ConsoleKit
import Domain
import UseCases

/// The verdict of an overview in words.
struct OverviewSentences {
    let overview: Overview
    let texts: Texts
    let clock: PageClock

    private var numbers: ReleaseTexts { ReleaseTexts(texts) }

    /// `in the last 6 hours`
    private func sentence(_ period: OverviewPeriod) -> TextArgument {
        .text(texts(TextKey("events.range-period.\(period.rawValue)")))
    }

    private func percent(_ part: Double?) -> TextArgument { .text(part.map(numbers.percent) ?? "–") }

    /// `342 people affected, 45 still out.`
    private func users(_ users: AffectedUsers) -> String {
        let key: TextKey =
            !users.isComplete
            ? "overview.people-at-least" : users.isEstimated ? "overview.people-about" : "overview.people"
        return texts(key, count: users.affected, ["out": .number(users.stillOut)])
    }

    /// Joins sentences.
    static func joined(_ sentences: [String?]) -> String { sentences.compactMap(\.self).joined(separator: " ") }

    /// The verdict in a word or two, for a list.
    var badge: BadgeView {
        let (tone, name): (BadgeView.Tone, String) =
            switch overview.verdict {
            case .unknown: (.plain, "unknown")
            case .justStarted: (.plain, "just-started")
            case .appleDown: (.failed, "apple-down")
            case .failing(let failing): failing.isOver ? (.rejected, "failing-over") : (.failed, "failing")
            case .tooQuiet: (.failed, "too-quiet")
            case .noData: (.rejected, "no-data")
            case .new(let failure): (.rejected, hasReturned(failure) ? "returned" : "new")
            case .normal(let normal):
                switch normal.sample {
                case .none: (.plain, "none")
                case .few: (.plain, "few")
                case .notCompared, .compared: (.success, "normal")
                }
            }
        return BadgeView(tone, texts(TextKey("overview.short.\(name)")))
    }

    var verdict: VerdictView {
        switch overview.verdict {
        case .unknown: VerdictView(.plain, texts("overview.unknown"), texts("overview.unknown-rest"))
        case .justStarted: VerdictView(.plain, texts("overview.just-started"), texts("overview.just-started-rest"))
        case .appleDown(let errors):
            VerdictView(.failed, texts("overview.apple-down", count: errors), texts("overview.apple-down-rest"))
        case .failing(let failing): verdict(of: failing)
        case .tooQuiet(let quiet): verdict(of: quiet)
        case .noData(let noData): verdict(of: noData)
        case .new(let failure): verdict(of: failure)
        case .normal(let normal): verdict(of: normal)
        }
    }

    private func verdict(of failing: OverviewVerdict.Failing) -> VerdictView {
        let step = failing.step
        return VerdictView(
            failing.isOver ? .rejected : .failed,
            texts(
                "overview.failing",
                count: step.rate.results,
                [
                    "step": .text(texts(TextKey("events.stage-subject.\(step.stage.rawValue)"))),
                    "rate": percent(Share(step.failed, of: step.rate.results).value),
                    "period": sentence(failing.period),
                ]
            ),
            Self.joined([
                failing.former.map { former in
                    texts(
                        "overview.failing-before",
                        ["rate": percent(Share(former.results - former.successes, of: former.results).value)]
                    )
                },
                overview.common.map(common),
                failing.failure.map { failure in
                    texts(
                        "overview.failure",
                        ["title": .text(failure.key.title(texts)), "people": .text(users(failure.users))]
                    )
                },
                failing.isOver ? texts("overview.failing-over") : nil,
                overview.facts.appleErrors == 0 ? texts("overview.apple-fine") : nil,
            ])
        )
    }

    private func common(_ trait: CommonTrait) -> String {
        texts(
            "overview.common",
            [
                "failing": percent(trait.failing.value), "succeeding": percent(trait.succeeding.value),
                "field": .text(trait.dimension.label(texts)),
                "value": .visible(trait.dimension.text(ofValue: trait.value, texts)),
            ]
        )
    }

    private func verdict(of quiet: OverviewVerdict.Quiet) -> VerdictView {
        let arguments: [String: TextArgument] = ["period": sentence(quiet.period), "former": .number(quiet.former)]
        return VerdictView(
            .failed,
            quiet.signIns == 0
                ? texts("overview.quiet-none", arguments)
                : texts("overview.quiet", count: quiet.signIns, arguments),
            texts("overview.quiet-rest")
        )
    }

    private func verdict(of noData: OverviewVerdict.NoData) -> VerdictView {
        let reason =
            switch noData.reason {
            case .silent: texts("overview.no-data", ["period": sentence(noData.period)])
            case .rejected(let items): texts("overview.refused", count: items)
            }
        let rest = texts("overview.no-data-rest", count: noData.signIns, ["period": sentence(noData.period)])
        return VerdictView(.rejected, reason, rest)
    }

    private func verdict(of failure: OverviewFailure) -> VerdictView {
        VerdictView(
            .rejected,
            texts(
                hasReturned(failure) ? "overview.returned" : "overview.new",
                ["title": .text(failure.key.title(texts)), "time": .text(clock.inSentence(failure.since))]
            ),
            users(failure.users)
        )
    }

    private func hasReturned(_ failure: OverviewFailure) -> Bool {
        overview.failures?.page.items.first { $0.id == failure.id }?.triage.state.name == .regressed
    }

    private func verdict(of normal: OverviewVerdict.Normal) -> VerdictView {
        let period = sentence(normal.period)
        let known = overview.failures.flatMap { listing in
            let count = listing.count(FailureState.Name.unsettled)
            return count > 0 ? texts("overview.open-failures", count: count) : nil
        }
        switch normal.sample {
        case .none: return VerdictView(.plain, texts("overview.none", ["period": period]), Self.joined([known]))
        case .few:
            let few = texts("overview.few-rest", count: normal.rate.results, ["period": period])
            return VerdictView(.plain, texts("overview.few"), Self.joined([few, known]))
        case .notCompared, .compared:
            let isCompared = normal.sample == .compared
            let rate = texts(
                "overview.normal-rest",
                count: normal.rate.results,
                ["rate": percent(normal.rate.value), "period": period]
            )
            return VerdictView(
                .success,
                texts(isCompared ? "overview.normal" : "overview.not-compared"),
                Self.joined([rate, isCompared ? nil : texts("overview.not-compared-rest"), known])
            )
        }
    }
}

import ConsoleKit
import Domain
import UseCases

/// One release beside the one before.
struct ReleaseView: FramedView {
    static let template = "release"
    /// The codes, builds and systems that each list shows.
    static let shown = 50

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let events: String
    let failures: String
    let attempts: String
    let verdict: VerdictView
    /// The first hours that are compared.
    let compared: String
    let hasRates: Bool
    let rates: [ReleaseRateView]
    /// A warning that there are few results.
    let few: String?
    let newCodes: ReleaseCodesView
    let goneCodes: ReleaseCodesView
    let builds: ReleasePartsView
    let systems: ReleasePartsView
    let facts: [FactView]
    /// Why numbers of users are lower bounds.
    let usersNote: String?
    let hasRuns: Bool
    let runs: [ReleaseRunsView]
}

extension ReleaseView {
    init(_ health: ReleaseHealth, _ page: TenantPage) {
        let (texts, paths) = (page.texts, page.paths)
        let version = health.summary.record.version
        let title = texts("releases.release", ["version": .text(VisibleText.escaped(version))])
        let runs = AppRunOutcome.allCases.filter { health.summary.runs[$0, default: 0] > 0 }
        self.init(
            frame: page.frame(title, at: paths.releases),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("releases.title"), href: paths.releases)],
                current: VisibleText.escaped(version)
            ),
            title: title,
            events: PageAddress(paths.events, ["range": "7d", "app_version": version]).href,
            failures: PageAddress(paths.failures, ["tab": "all", "release": version]).href,
            attempts: PageAddress(paths.attempts, ["release": version]).href,
            verdict: VerdictView(health, texts),
            compared: texts("releases.compared", ["age": .span(seconds: health.age.seconds)]),
            hasRates: health.finding != .notCounted,
            rates: ReleaseRateView.beside(health, page),
            few: health.hasFewResults
                ? texts("releases.few", ["minimum": .number(SuccessRate.fewResults)]) : nil,
            newCodes: ReleaseCodesView(newOf: health, page),
            goneCodes: ReleaseCodesView(goneOf: health, page),
            builds: ReleasePartsView(health.builds, by: .build, of: health, page),
            systems: ReleasePartsView(health.systems, by: .osVersion, of: health, page),
            facts: Self.facts(health, page),
            usersNote: health.users.isComplete ? nil : texts("releases.people-note"),
            hasRuns: !runs.isEmpty,
            runs: runs.map {
                ReleaseRunsView(
                    ending: texts(TextKey("releases.run.\($0.rawValue)")),
                    number: NumberText.grouped(health.summary.runs[$0, default: 0], in: texts.language)
                )
            }
        )
    }

    private static func facts(_ health: ReleaseHealth, _ page: TenantPage) -> [FactView] {
        let (texts, written) = (page.texts, ReleaseTexts(page.texts))
        let (summary, users) = (health.summary, health.users)
        let facts: [FactView?] = [
            FactView(texts("releases.column-first-seen"), at: page.clock.relative(summary.record.firstSeenAt)),
            FactView(texts("releases.people-affected"), written.users(users.affected, of: users)),
            FactView(texts("releases.people-out"), written.users(users.stillOut, of: users)),
            FactView(texts("releases.column-sign-ins"), written.number(summary.signIns)),
            FactView(texts("releases.column-rate"), rate(summary.rate, texts)),
            summary.share.map { FactView(texts("releases.share"), written.percent($0)) },
            FactView(texts("releases.installations"), adoption(summary, texts)),
        ]
        return facts.compactMap(\.self)
    }

    private static func rate(_ rate: SuccessRate, _ texts: Texts) -> String {
        let written = ReleaseTexts(texts)
        guard let value = rate.value, let interval = written.interval(of: rate) else {
            return texts("releases.no-results")
        }
        return texts(
            "releases.rate",
            count: rate.results,
            ["rate": .text(written.percent(value)), "interval": .text(interval)]
        )
    }

    private static func adoption(_ summary: ReleaseSummary, _ texts: Texts) -> String {
        guard let installations = summary.installations, let adoption = summary.adoption else {
            return texts("releases.no-installations")
        }
        return texts("releases.adoption", count: installations, ["share": .text(ReleaseTexts(texts).percent(adoption))])
    }
}

extension ReleaseHealth {
    /// Whether a rate that the page shows is of few results.
    fileprivate var hasFewResults: Bool {
        switch finding {
        case .notCounted, .noResults: false
        case .first, .formerNotCounted, .formerNoResults: rate.hasFewResults
        case .better, .worse, .same, .similar: rate.hasFewResults || previousRate?.hasFewResults == true
        }
    }
}

/// The runs of a release that ended in one way.
struct ReleaseRunsView: Sendable {
    let ending: String
    let number: String
}

/// Codes that came with a release, or went.
struct ReleaseCodesView: Sendable {
    let hasCodes: Bool
    let codes: [ReleaseCodeView]
    /// How many codes are not shown.
    let moreCodes: String?
    /// What it means that there is none.
    let noCodes: String
}

struct ReleaseCodeView: Sendable {
    /// The title of the catalogue, or the code.
    let meaning: String
    /// The help for the code; nil for a code that the catalogue does not have.
    let help: String?
    let code: String
    let number: String
    /// The events of the release with the code.
    let codeEvents: String?
}

/// The builds of a release, or the systems that it ran on.
struct ReleasePartsView: Sendable {
    let hasParts: Bool
    /// `In 2.4.0`; nil when no release before is compared.
    let previousRelease: String?
    let parts: [ReleasePartView]
    /// What the numbers are of.
    let partsText: String
    /// How many are not shown.
    let moreParts: String?
}

/// One build of a release, or one system that it ran on.
struct ReleasePartView: Sendable {
    let part: String
    /// Nil for events without a value.
    let partEvents: String?
    /// Nil when the difference can be chance.
    let comparison: BadgeView?
    /// Nil without a result.
    let partRate: String?
    let partInterval: String?
    let formerRate: String?
    let formerInterval: String?
    let signIns: String
    let eventCount: String
}

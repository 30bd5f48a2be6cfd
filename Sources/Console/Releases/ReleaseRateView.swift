import ConsoleKit
import Domain
import UseCases

/// The success rate of a release.
struct ReleaseRateView: Sendable {
    let name: String
    /// The page of the release.
    let nameLink: String?
    /// Nil without a result.
    let rate: String?
    let interval: String?
    /// Results.
    let count: String
}

extension ReleaseRateView {
    /// A release, and the one before at the same age.
    static func beside(_ health: ReleaseHealth, _ page: TenantPage) -> [ReleaseRateView] {
        guard health.finding != .notCounted else { return [] }
        let own = ReleaseRateView(
            VisibleText.escaped(health.summary.record.version),
            link: nil,
            health.rate,
            count: health.rate.results,
            page.texts
        )
        guard let previous = health.previous, let rate = health.previousRate else { return [own] }
        let former = ReleaseRateView(
            VisibleText.escaped(previous.version),
            link: page.paths.release(previous.version),
            rate,
            count: rate.results,
            page.texts
        )
        return [own, former]
    }

    fileprivate init(_ name: String, link: String?, _ rate: SuccessRate, count: Int, _ texts: Texts) {
        let written = ReleaseTexts(texts)
        self.init(
            name: name,
            nameLink: link,
            rate: rate.value.map(written.percent),
            interval: written.interval(of: rate),
            count: written.number(count)
        )
    }
}

extension ReleasePartsView {
    /// - Parameter dimension: what the parts differ in.
    init(_ parts: ReleaseParts, by dimension: EventDimension, of health: ReleaseHealth, _ page: TenantPage) {
        let texts = page.texts
        let events = PageAddress(page.paths.events, ["range": "30d", "app_version": health.summary.record.version])
        self.init(
            hasParts: !parts.parts.isEmpty,
            previousRelease: health.previousRate == nil
                ? nil : health.previous.map { texts("releases.column-in", ["version": .visible($0.version)]) },
            parts: parts.parts.prefix(ReleaseView.shown).map { part in
                ReleasePartView(part, href: part.outcomes.value.map { events.with(dimension.name, $0).href }, texts)
            },
            partsText: texts("releases.parts-text", ["age": .span(seconds: health.age.seconds)]),
            moreParts: parts.isComplete ? texts.more(than: parts.parts.count) : texts("releases.parts-partial")
        )
    }
}

extension ReleasePartView {
    fileprivate init(_ part: ReleasePart, href: String?, _ texts: Texts) {
        let written = ReleaseTexts(texts)
        let comparison: BadgeView? =
            switch part.comparison {
            case .better: BadgeView(.success, texts("releases.part-better"))
            case .worse: BadgeView(.failed, texts("releases.part-worse"))
            case .similar, .unknown: nil
            }
        self.init(
            part: part.outcomes.value.map { VisibleText.escaped($0) } ?? texts("releases.unknown-part"),
            partEvents: href,
            comparison: comparison,
            partRate: part.rate?.value.map(written.percent),
            partInterval: part.rate.flatMap(written.interval),
            formerRate: part.previousRate?.value.map(written.percent),
            formerInterval: part.previousRate.flatMap(written.interval),
            signIns: written.number(part.outcomes.signIns),
            eventCount: written.number(part.outcomes.events)
        )
    }
}

extension ReleaseCodesView {
    init(newOf health: ReleaseHealth, _ page: TenantPage) {
        let texts = page.texts
        let events = PageAddress(page.paths.events, ["range": "30d", "app_version": health.summary.record.version])
        self.init(
            health.codes.new,
            noCodes: health.finding == .notCounted
                ? texts("releases.not-counted")
                : texts("releases.no-new-codes", ["age": .span(seconds: health.age.seconds)]),
            texts
        ) { events.with("code", $0).href }
    }

    init(goneOf health: ReleaseHealth, _ page: TenantPage) {
        let texts = page.texts
        let none =
            if let previous = health.previous {
                texts(
                    health.previousRate == nil ? "releases.former-not-counted" : "releases.no-gone-codes",
                    health.previousRate == nil
                        ? ["previous": .text(VisibleText.escaped(previous.version))]
                        : [
                            "previous": .text(VisibleText.escaped(previous.version)),
                            "age": .span(seconds: health.age.seconds), "minimum": .number(ReleaseCodes.fewest),
                        ]
                )
            } else {
                texts("releases.no-former")
            }
        self.init(health.codes.gone, noCodes: none, texts) { _ in nil }
    }

    private init(_ counts: [ReleaseCodes.Count], noCodes: String, _ texts: Texts, events: (_ code: String) -> String?) {
        self.init(
            hasCodes: !counts.isEmpty,
            codes: counts.prefix(ReleaseView.shown).map { count in
                let explanation = CauseExplanation(of: count.code, texts)
                return ReleaseCodeView(
                    meaning: explanation?.title ?? texts("releases.unknown-code"),
                    help: explanation.map { ConsolePaths.code($0.entry) },
                    code: VisibleText.escaped(count.code),
                    number: NumberText.grouped(count.count, in: texts.language),
                    codeEvents: events(count.code)
                )
            },
            moreCodes: texts.more(than: counts.count),
            noCodes: noCodes
        )
    }
}

extension Texts {
    /// `12 more`; nil when a list shows all.
    fileprivate func more(than count: Int) -> String? {
        count > ReleaseView.shown ? self("releases.more", count: count - ReleaseView.shown) : nil
    }
}

extension ReleaseAge {
    var seconds: Int { hours * 3600 }
}

extension VerdictView {
    /// How the first hours of a release compare with those of the release before.
    init(_ health: ReleaseHealth, _ texts: Texts) {
        let written = ReleaseTexts(texts)
        let key = health.finding.rawValue.asKeyPart
        let arguments: [String: TextArgument] = [
            "previous": .text(VisibleText.escaped(health.previous?.version ?? "")),
            "age": .span(seconds: health.age.seconds),
            "rate": .text(health.rate.value.map(written.percent) ?? ""),
            "former": .text(health.previousRate?.value.map(written.percent) ?? ""),
        ]
        let tone: BadgeView.Tone =
            switch health.finding {
            case .better: .success
            case .worse: .failed
            case .same, .similar, .first, .noResults, .notCounted, .formerNotCounted, .formerNoResults: .plain
            }
        self.init(
            tone,
            texts(TextKey("releases.finding.\(key)"), arguments),
            texts(TextKey("releases.finding-reason.\(key)"), arguments)
        )
    }
}

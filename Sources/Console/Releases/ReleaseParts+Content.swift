import ConsoleKit
import Domain
import UseCases

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

import ConsoleKit
import Domain
import UseCases

/// What an overview says: its figures and its links.
struct OverviewTexts {
    let overview: Overview
    let page: TenantPage

    var texts: Texts { page.texts }
    var numbers: ReleaseTexts { ReleaseTexts(texts) }
    var verdict: VerdictView { OverviewSentences(overview: overview, texts: texts, clock: page.clock).verdict }
}

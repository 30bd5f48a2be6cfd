import Domain
import UseCases

/// What the page of releases shows.
struct ReleaseList {
    let releases: Page<ReleaseSummary>
    let changes: [NotableChange]
}

/// A filter in force, and the address without it.
struct ActiveFilterView: Sendable {
    let label: String
    let removeHref: String
}

/// What a browser needs before it shows anything.
struct HeadView: Sendable {
    /// What the tab says, without the name of the program.
    let title: String
    /// `light`, `dark`, or `auto` to follow the system.
    let theme: String
    let stylesheet: String
    let script: String
    /// RFC 5646
    var language = "en"
}

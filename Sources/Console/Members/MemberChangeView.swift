import ConsoleKit

struct MemberChangeView: Sendable {
    let form: FormView
    let id: String
    let name: String
    let label: String
    let options: [OptionView]
    let remove: String
}

import Domain

struct HiddenFieldView: Sendable {
    let name: String
    let value: String
}

import ConsoleKit
import Domain
import UseCases

extension User {
    /// The name, else the email address.
    func title(_ texts: Texts) -> String {
        (name ?? email?.shown).map { VisibleText.escaped($0) } ?? texts("common.no-name")
    }

    /// The line below the title: never the same text again.
    var subtitle: String {
        name == nil ? ShortID.of(id) : email.map { VisibleText.escaped($0.shown) } ?? ShortID.of(id)
    }
}

extension User.State {
    func label(_ texts: Texts) -> String { texts(TextKey("users.state.\(rawValue)")) }

    func badge(_ texts: Texts) -> BadgeView {
        let tone: BadgeView.Tone =
            switch self {
            case .active: .success
            case .disabled: .rejected
            case .invited: .cancelled
            }
        return BadgeView(tone, label(texts))
    }
}

extension Identity.Provider {
    func label(_ texts: Texts) -> String { texts(TextKey("users.method.\(rawValue)")) }
}

extension UserQuery.Sort {
    func label(_ texts: Texts) -> String { texts(TextKey("users.sort.\(rawValue.asKeyPart)")) }

    /// The order, in the words of the pager.
    var order: TextKey {
        switch self {
        case .created: "common.order.newest-first"
        case .name: "common.order.by-name"
        case .email: "common.order.by-email"
        case .lastSeen: "common.order.last-active-first"
        }
    }
}

extension UserCount {
    func label(_ texts: Texts) -> String {
        switch self {
        case .exactly(let number): NumberText.grouped(number, in: texts.language)
        case .moreThan(let number): texts("users.more-than", ["count": .number(number)])
        }
    }
}

extension SelectView {
    /// A choice among all values of an enumeration.
    /// - Parameter any: the option for *any*; nil when one of them is always chosen.
    init<Choice: RawRepresentable & CaseIterable & Equatable>(
        _ name: String,
        _ label: String,
        any: String?,
        chosen: Choice?,
        title: (Choice) -> String
    ) where Choice.RawValue == String {
        let all = any.map { [OptionView(value: "", label: $0, isSelected: chosen == nil)] } ?? []
        self.init(
            name,
            label,
            options: all
                + Choice.allCases.map { OptionView(value: $0.rawValue, label: title($0), isSelected: $0 == chosen) }
        )
    }
}

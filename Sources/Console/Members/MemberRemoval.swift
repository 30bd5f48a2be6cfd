import ConsoleKit
import Domain

extension Confirmation {
    static func removal(of member: User, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        return Confirmation(
            question: texts("members.removal-title", ["name": .text(member.title(texts))]),
            sentences: [texts("members.removal-effect"), texts("members.removal-undo")],
            facts: [
                FactView(texts("members.user"), member.title(texts), href: page.paths.user(member.id)),
                FactView(texts("members.email"), member.subtitle),
            ],
            action: page.paths.memberRemoval(member.id),
            confirm: texts("members.remove"),
            cancel: page.paths.members,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("members.title"), href: page.paths.members)],
                current: texts("members.remove")
            )
        )
    }
}

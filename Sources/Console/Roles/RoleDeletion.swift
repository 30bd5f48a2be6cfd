import ConsoleKit
import Domain
import UseCases

extension Confirmation {
    static func deletion(of summary: RoleSummary, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        let role = summary.role
        let title = TextArgument.text(role.title(page.texts))
        let isUnassigned = summary.users == 0
        return Confirmation(
            question: texts("roles.deletion-title", ["role": title]),
            sentences: [
                isUnassigned ? texts("roles.deletion-effect") : texts("roles.deletion-in-use", count: summary.users)
            ],
            action: page.paths.roleDeletion(role.name),
            confirm: texts("roles.deletion-confirm"),
            cancel: page.paths.roles,
            isPossible: isUnassigned,
            breadcrumb: .roles(texts("roles.delete-named", ["title": title]), page)
        )
    }
}

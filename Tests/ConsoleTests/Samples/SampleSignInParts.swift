import Domain

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

extension Sample {
    static let accounts: [(String, any ConsoleView)] = [
        ("second-factor-new", secondFactor(isOn: false)), ("second-factor", secondFactor(isOn: true)),
        ("recovery-codes", recoveryCodes),
        ("proof", proof(isInside: true)), ("code", proof(isInside: false)), ("members", members),
    ]

    private static func secondFactor(isOn: Bool) -> SecondFactorView {
        let address =
            "otpauth://totp/Gatehouse%20acme:ada%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gatehouse%20acme"
        return SecondFactorView(
            head: head("Two-factor authentication"),
            heading: isOn ? "Two-factor authentication is on" : "Set up two-factor authentication",
            text: "It protects your account if your password is stolen.",
            notice: isOn
                ? nil
                : NoticeView(
                    .warning,
                    "Your role can change users or settings, so it requires two-factor authentication. Set it up first."
                ),
            errors: formErrors,
            seed: isOn
                ? nil
                : SeedView(
                    chart: QRCode(address).map { SafeHTML(SVGDrawing($0, label: "QR code for an authenticator app")) },
                    text: "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
                    address: address
                ),
            facts: isOn ? [FactView("Since", at: ago(.days(3))), FactView("Recovery codes", "9 left")] : [],
            form: form("/account/second-factor"),
            code: FieldView("code", "Code", hint: "6 digits from your authenticator app.", isVerbatim: true),
            submit: isOn ? nil : "Turn on",
            changes: isOn
                ? [
                    SecondFactorChangeView(value: "recovery", label: "Create new recovery codes", isDangerous: false),
                    SecondFactorChangeView(value: "removal", label: "Turn off", isDangerous: true),
                ] : [],
            back: isOn ? "/" : nil,
            signOut: form("/sign-out")
        )
    }

    private static let recoveryCodes = RecoveryCodesView(
        head: head("Recovery codes"),
        codes: ["7kq2-m0xw-9d4t", "0a1b-2c3d-4e5f"],
        next: "/"
    )

    private static func proof(isInside: Bool) -> ProofView {
        ProofView(
            head: head("Confirm it’s you"),
            heading: "Confirm it’s you",
            text: "The next step is hard to undo.",
            errors: isInside ? formErrors : nil,
            form: form("/proof"),
            field: FieldView("password", "Password", kind: .password),
            submit: "Continue",
            cancel: LinkView(label: "Cancel", href: "/"),
            signOut: isInside ? nil : form("/sign-out")
        )
    }

    private static let members = MemberListView(
        frame: frame("Team", current: "Team"),
        finding: "3 members have console access.",
        invite: "/t/acme/invitations/new",
        groups: [
            MemberGroupView(
                title: "Admin",
                count: "2 members",
                meaning: "full access",
                all: "/t/acme/users?role=admin",
                hasRows: true,
                rows: [
                    MemberRowView(
                        user: UserCellView(
                            initials: "AL",
                            name: "Ada Lovelace",
                            detail: "ada@example.com",
                            href: "/t/acme/users/x"
                        ),
                        state: BadgeView(.success, "Active"),
                        secondFactor: BadgeView(.success, "On"),
                        lastSeen: ago(.minutes(2)),
                        change: MemberChangeView(
                            form: form("/t/acme/members/x/role"),
                            id: "role-x",
                            name: "Ada Lovelace",
                            label: "Role of Ada Lovelace",
                            options: [OptionView(value: "admin", label: "Admin", isSelected: true)],
                            remove: "/t/acme/members/x/removal"
                        )
                    )
                ]
            ),
            MemberGroupView(
                title: "On-call",
                count: "no members",
                meaning: "read-only, can end sessions",
                all: nil,
                hasRows: false,
                rows: []
            ),
        ]
    )
}

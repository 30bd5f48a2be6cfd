import Domain

@testable import Web

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
            head: head("Second factor"),
            heading: isOn ? "Your second factor is on" : "Set up your second factor",
            text: "With it a stolen password opens nothing.",
            notice: isOn
                ? nil
                : NoticeView(.warning, "Your account may change how people get in, so it needs a second factor first."),
            errors: formErrors,
            seed: isOn
                ? nil
                : SeedView(
                    chart: QRCode(address).map { SafeHTML(SVGDrawing($0)) },
                    text: "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
                    address: address
                ),
            facts: isOn ? [FactView("Since", at: ago(.days(3))), FactView("Recovery codes", "9 left")] : [],
            form: form("/account/second-factor"),
            code: FieldView("code", "Code", hint: "Six digits, from your app.", isVerbatim: true),
            submit: isOn ? nil : "Switch it on",
            wishes: isOn
                ? [
                    WishView(value: "recovery", label: "Make new recovery codes", isDangerous: false),
                    WishView(value: "removal", label: "Switch it off", isDangerous: true),
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
            head: head("Show that it is you"),
            heading: "Show that it is you",
            text: "What you are about to do is hard to undo.",
            errors: isInside ? formErrors : nil,
            form: form("/proof"),
            field: FieldView("password", "Password", kind: .password),
            submit: "Go on",
            cancel: LinkView(label: "Keep everything as it is", href: "/"),
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
                        person: UserCellView(
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

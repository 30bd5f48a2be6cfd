extension ConsoleTemplates {
    /// Each page that the console can show; its template must be there at start.
    static let pages: [any ConsoleView.Type] = [
        SignInView.self, SetupView.self, InvitationView.self, OneTimeLinkView.self, ErrorView.self, InnerErrorView.self,
        NoPagesView.self,
        ConfirmationView.self, FindView.self, AppleSignInView.self, AppleLeavingView.self,
        UserListView.self, UserView.self, UserFormView.self, InvitationLinkView.self, SessionListView.self,
        EventListView.self, EventView.self, AuditListView.self, KeyListView.self, NewKeyView.self,
        SigningKeyListView.self,
        RoleListView.self,
        RoleFormView.self, TenantListView.self, TenantFormView.self, TenantCreatedView.self, TenantView.self,
        SettingsView.self,
        SettingsListView.self, SecondFactorView.self, RecoveryCodesView.self, ProofView.self, MemberListView.self,
        RoleView.self,
        AppleSettingsView.self,
    ]
}

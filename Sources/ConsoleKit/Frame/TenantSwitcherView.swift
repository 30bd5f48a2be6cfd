struct TenantSwitcherView: Sendable {
    let form: FormView
    let options: [OptionView]
}

/// What a user can do with their second factor.
enum SecondFactorWish: String, CaseIterable {
    case recovery, removal
}

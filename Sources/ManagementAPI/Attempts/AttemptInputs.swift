import Domain
import UseCases
import WebCore

/// The fields of requests about attempts.
enum AttemptInputs {
    static let user: Input<String?> = .optionalText(
        "user",
        "Only attempts with an event of this user.",
        minimum: 1,
        maximum: AttemptFilter.textMaximumLength
    )
    static let failure: Input<FailureKey.ID?> = .optionalValue(
        "failure",
        "Only attempts with an event of this failure.",
        .uuid,
        orElse: .english("Write the id of a failure.")
    )
    static let release: Input<String?> = .optionalText(
        "release",
        "Only attempts with an event of this version of the app.",
        minimum: 1,
        maximum: AttemptFilter.textMaximumLength
    )

    static let query = Inputs {
        AttemptFilter(user: $0.read(user), failure: $0.read(failure), release: $0.read(release))
    }
}

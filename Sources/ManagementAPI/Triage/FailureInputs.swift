import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about failures.
enum FailureInputs {
    /// A state, or those that ask for attention.
    enum StateFilter: String, CaseIterable, Sendable {
        case attention, open, resolved, regressed, archived, expected

        var states: Set<FailureState.Name> {
            FailureState.Name(rawValue: rawValue).map { [$0] } ?? Set(FailureState.Name.unsettled)
        }
    }

    static let noOne = "none"

    static let period: Input<FailurePeriod?> = .optionalOneOf("period", "What the numbers count; 7d without it.")
    static let state: Input<StateFilter?> = .optionalOneOf("state", "`attention` is open or regressed.")
    static let sort: Input<FailureQuery.Sort?> = .optionalOneOf(
        "sort",
        "The order; by people affected without it, and with `q` by events then."
    )
    static let assignee: Input<String?> = .optionalText(
        "assignee",
        "The id of a member, or `none`.",
        minimum: 1,
        maximum: 36
    )
    static let code: Input<String?> = .optionalText(
        "code",
        "The canonical code.",
        minimum: 1,
        maximum: EventQuery.textMaximumLength
    )
    static let release: Input<String?> = .optionalText(
        "release",
        "Counts events in this release only.",
        minimum: 1,
        maximum: FailureQuery.releaseMaximumLength
    )

    static let query = Inputs<FailureQuery> { reader in
        var query = FailureQuery(
            period: reader.read(period) ?? .week,
            states: reader.read(state)?.states,
            code: reader.read(code),
            release: reader.read(release),
            sort: reader.read(sort) ?? .users,
            condition: reader.read(EventInputs.condition)
        )
        if let text = reader.read(assignee) {
            query.assignment = text == noOne ? .noOne : User.ID(text).map { .member($0) }
            if query.assignment == nil {
                reader.record("assignee", .malformed(.english("Write the id of a member, or none.")))
            }
        }
        return query
    }

    static let detail = Inputs { $0.read(period) ?? .week }

    /// An action, before it is known to have what it needs.
    struct Draft: Sendable {
        let name: FailureAction.Name?
        let release: String?
        let count: Int?
        let assignee: User.ID?
    }

    private static let action = Inputs { reader in
        Draft(
            name: reader.read(.oneOf("action", "What to do.")),
            release: reader.read(
                .optionalText(
                    "release",
                    "The version with the fix, for `resolve_in_release`.",
                    minimum: 1,
                    maximum: FailureQuery.releaseMaximumLength
                )
            ),
            count: reader.read(
                .optionalInteger(
                    "count",
                    "The events to wait for, for `archive_until_count`.",
                    in: FailureArchiving.counts
                )
            ),
            assignee: reader.read(
                .optionalValue(
                    "assignee",
                    "The member, for `assign`; absent for no one.",
                    .uuid,
                    orElse: .english("Write the id of a member.")
                )
            )
        )
    }

    static let change = Inputs { reader in
        (
            draft: reader.read(action),
            version: reader.read(
                .integer(
                    "version",
                    "The version that the action is based on; another current version is a conflict.",
                    in: 0...Int(Int32.max)
                )
            )
        )
    }

    private static let referenceSchema = Schema([
        "type": "string", "maxLength": 47,
        "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(\\.[0-9]{1,10})?$",
    ]).example("0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907.2")

    static let bulk = Inputs { reader in
        let texts = reader.read(
            .texts(
                "failures",
                "The ids of the failures. `ID.VERSION` changes one that has this version only; otherwise it is a conflict.",
                maximumCount: FailureAdministration.maximumTogether,
                maximum: 47,
                item: referenceSchema
            )
        )
        let references = texts.compactMap { FailureReference($0) }
        if references.count < texts.count {
            reader.record(
                "failures",
                .malformed(.english("Send ids of failures, each with a dot and a version or without."))
            )
        }
        return (draft: reader.read(action), failures: references)
    }

    static let comment = Input.text("text", "May have several lines.", maximum: FailureComment.textMaximumLength)
    static let commentDraft = Inputs { $0.read(comment) }
}

import Domain
import UseCases
import WebCore

extension APIOperation {
    static let failureOperations: [APIOperation] = [
        APIOperation(
            id: "listFailures",
            tag: .failures,
            summary: "Lists failures: events with one cause",
            details: """
                The 1,000 failures of the period with most events, and those that a member has decided about. With `q` only failures \
                with events that match, and the numbers of these events; the people are those of the latest 1,000 events of each \
                failure, and `people_complete` is false where more were counted.
                """,
            query: FailureInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [
                .ok(
                    "A page of failures.",
                    ResponseSchema<FailureSummary>.failure.namedPartialPage(
                        "True when the search for `q` stopped before it had read all events: the latest are counted."
                    )
                )
            ]
        ),
        APIOperation(
            id: "getFailure",
            tag: .failures,
            summary: "Reads a failure with its releases and latest events",
            query: FailureInputs.detail.descriptions,
            answers: [.ok("The failure.", ResponseSchema<FailureDetail>.failureDetail.named)]
        ),
        APIOperation(
            id: "listUsersStillOut",
            tag: .failures,
            summary: "Lists the users who had no success since a failure, latest first",
            details: """
                The latest event of the failure of each user, and of each installation whose user is not known. Only events of the \
                period count.
                """,
            query: FailureInputs.detail.descriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of events.", ResponseSchema<StoredEvent>.event.namedPage)]
        ),
        APIOperation(
            id: "changeFailure",
            tag: .failures,
            summary: "Resolves, archives, reopens or assigns a failure",
            details: "An action that changes nothing succeeds too.",
            body: .object("FailureAction", FailureInputs.change),
            answers: [.ok("The failure as it is now.", ResponseSchema<FailureDetail>.failureDetail.named)],
            conflicts: [.failureChanged]
        ),
        APIOperation(
            id: "changeFailures",
            tag: .failures,
            summary: "Does the same with several failures",
            details: "All of them are changed, or none.",
            body: .object("FailuresAction", FailureInputs.bulk),
            answers: [.ok("How many have changed.", ResponseSchema<FailuresChanged>.failuresChanged.named)],
            conflicts: [.failureChanged]
        ),
        APIOperation(
            id: "listFailureChanges",
            tag: .failures,
            summary: "Lists the changes of a failure, latest first",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of changes.", ResponseSchema<TriageChange>.failureChange.namedPage)]
        ),
        APIOperation(
            id: "listFailureComments",
            tag: .failures,
            summary: "Lists the comments on a failure, latest first",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of comments.", ResponseSchema<FailureComment>.failureComment.namedPage)]
        ),
        APIOperation(
            id: "commentOnFailure",
            tag: .failures,
            summary: "Comments on a failure",
            details: "A failure has at most \(FailureComment.maximumCount) comments.",
            body: .object("FailureCommentDraft", FailureInputs.commentDraft),
            answers: [.ok("The comment.", ResponseSchema<FailureComment>.failureComment.named)]
        ),
    ]
}

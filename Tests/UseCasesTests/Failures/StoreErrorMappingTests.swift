import Domain
import Testing

@testable import UseCases

@Suite struct StoreErrorMappingTests {
    private func failure(_ mapping: StoreErrorMapping, of error: any Error) async -> AuthFailure? {
        do throws(AuthFailure) {
            try await mapping.run { throw error }
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        DomainError.notFound(.user), .notFound(.link), .conflict(.lastAdministrator), .denied(.outranked),
    ])
    func `a hidden error does not show whether the account exists`(_ error: DomainError) async {
        let hidden = StoreErrorMapping.hidden(as: .signIn(.wrongCredentials))

        #expect(await failure(hidden, of: error) == .signIn(.wrongCredentials))
    }

    @Test(arguments: [
        DomainError.notFound(.session), .conflict(.emailTaken), .invalid("email", .missing), .denied(.outranked),
    ])
    func `an error of a store never ends a session`(_ error: DomainError) async {
        #expect(await failure(.unavailable, of: error) == .unavailable(retryAfter: .seconds(1)))
    }

    @Test(arguments: [
        StoreErrorMapping.shown, .hidden(as: .link(.gone)), .unavailable, .betweenSteps,
    ])
    func `an outage stays an outage, and a failure stays itself`(_ mapping: StoreErrorMapping) async {
        let wait = Duration.seconds(7)

        #expect(await failure(mapping, of: DomainError.unavailable(retryAfter: wait)) == .unavailable(retryAfter: wait))
        #expect(await failure(mapping, of: AuthFailure.link(.wrongVerifier)) == .link(.wrongVerifier))
        #expect(await failure(mapping, of: VaultFailure.unreadable) == .unavailable(retryAfter: .seconds(30)))
    }

    @Test func `the owner of an account learns why it was not changed`() async {
        #expect(await failure(.shown, of: DomainError.conflict(.lastIdentity)) == .account(.lastIdentity))
        #expect(await failure(.shown, of: DomainError.notFound(.identity)) == .account(.identityNotFound))
        #expect(
            await failure(.shown, of: DomainError.conflict(.lastAdministrator))
                == .rejected(.conflict(.lastAdministrator))
        )
    }

    @Test func `a user who was deleted between two steps counts as disabled`() async {
        #expect(await failure(.betweenSteps, of: DomainError.notFound(.user)) == .userDisabled)
    }
}

import Testing

@_spi(Admission) @testable import Domain

@Suite struct PermissionTests {
    @Test(arguments: PermissionName.allCases)
    func `a permission has no effect without its prerequisites`(permission: PermissionName) {
        let principal = Principal(kind: .system, rank: 0, permissions: [permission], origin: nil)
        let access = Access(
            tenant: Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16))),
            principal: principal
        )

        #expect(access.allows(permission) == permission.prerequisites.isEmpty)
    }

    @Test func `failures are triaged by those who may read them`() {
        #expect(PermissionName.triageFailures.prerequisites == [.readEvents])
    }
}

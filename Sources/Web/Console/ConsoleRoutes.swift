import Hummingbird

/// Every page and every form of the console.
public struct ConsoleRoutes {
    let console: Console

    public init(console: Console) {
        self.console = console
    }

    public func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .console)
        DoorRoutes(console: console).add(to: routes)
        TenantRoutes(console: console).add(to: routes)
    }
}

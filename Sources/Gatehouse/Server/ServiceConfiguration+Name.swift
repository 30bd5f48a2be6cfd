import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// Names the service for logs. The standard name is its description, which prints all that it holds: secrets too.
    init(named service: any Service) {
        let name = (service as? PeriodicService)?.name ?? String(describing: type(of: service))
        self.init(service: service, serviceName: name)
    }
}

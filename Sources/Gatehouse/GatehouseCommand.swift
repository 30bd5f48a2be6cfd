import ArgumentParser

@main struct GatehouseCommand: AsyncParsableCommand { func run() async throws {} }

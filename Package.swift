// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the tests of the web layer use; each of their targets has its share of the tests, so that they compile side by side.
let web: [Target.Dependency] = [
    "AppleID", "CMalloc", "Database", "Domain", "FakeApple", "Fixtures", "Ingest", "Packing", "Stores", "StrictJSON",
    "UseCases", "AppAPI", "Console", "ConsoleKit", "ManagementAPI", "Operations", "TelemetryAPI", "Web",
    "WebCore",
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdTesting", package: "hummingbird"),
    .product(name: "Crypto", package: "swift-crypto"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "CoreMetrics", package: "swift-metrics"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOEmbedded", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
]
let webTests: [Target.Dependency] = web + ["WebFixtures"]

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "gatehouse", targets: ["Gatehouse"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Builds in the PostgreSQL engine; needs libpq-dev."),
        .trait(name: "Brotli", description: "Takes telemetry with Content-Encoding: br; needs libbrotli-dev."),
        .trait(name: "Zstandard", description: "Takes telemetry with Content-Encoding: zstd; needs libzstd-dev."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Values, rules, permissions, errors. No framework.
        .target(
            name: "Domain",
            dependencies: ["StrictJSON"],
            resources: [
                .embedInCode("Events/Causes/causes.json"), .embedInCode("Events/Causes/errors.json"),
                .embedInCode("Events/Causes/platforms.json"),
            ],
            swiftSettings: strict
        ),
        // JSON text in and out: every limit checked, every error with its place.
        .target(name: "StrictJSON", swiftSettings: strict),
        // Who waits, who is next and who is rejected: queues in turns, shares, threads.
        .target(
            name: "Admission",
            dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: strict
        ),
        // What an app, an administrator or a timer can do, and the protocols that it needs.
        .target(
            name: "UseCases",
            dependencies: [
                "Admission", "CCrypt", "Domain", "StrictJSON",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Event wire formats: bytes in, values out.
        .target(
            name: "Ingest",
            dependencies: [
                "CZlib", "Domain", "StrictJSON",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
                .target(name: "CBrotli", condition: .when(traits: ["Brotli"])),
                .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
            ],
            // What the generated code is made of: scripts/generate-protobuf.
            exclude: ["OTLP/Proto"],
            swiftSettings: strict
        ),
        // One small SQL interface over two engines.
        .target(
            name: "Database",
            dependencies: [
                "Admission",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                "CSQLite",
                .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Stores",
            dependencies: [
                "Database", "Domain", "StrictJSON", "UseCases", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // HTTP, routing, fields, OpenAPI, error responses: what every area of the web layer shares.
        .target(
            name: "WebCore",
            dependencies: [
                "Domain", "StrictJSON", "UseCases",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            swiftSettings: strict
        ),
        // Health, metrics, logs.
        .target(
            name: "Operations",
            dependencies: [
                "Domain", "StrictJSON", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // Ingest of events.
        .target(
            name: "TelemetryAPI",
            dependencies: [
                "Domain", "Ingest", "StrictJSON", "UseCases", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // The API under /api/v1.
        .target(
            name: "ManagementAPI",
            dependencies: [
                "Domain", "StrictJSON", "UseCases", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // What apps call: GoTrue, Better Auth, own account, tokens, Apple's callbacks, pages of links.
        .target(
            name: "AppAPI",
            dependencies: [
                "ConsoleKit", "Domain", "StrictJSON", "UseCases", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // Templates, forms, frame, lists, assets: what the pages of the console share.
        .target(
            name: "ConsoleKit",
            dependencies: [
                "Domain", "StrictJSON", "UseCases", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // The pages of the console, a folder per feature.
        .target(
            name: "Console",
            dependencies: [
                "ConsoleKit", "Domain", "StrictJSON", "UseCases", "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // Mounts the areas on one router.
        .target(
            name: "Web",
            dependencies: [
                "AppAPI", "Console", "ConsoleKit", "Domain", "ManagementAPI", "Operations", "TelemetryAPI", "UseCases",
                "WebCore",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: strict
        ),
        // Apple's endpoints: keys, token, revoke, notifications.
        .target(
            name: "AppleID",
            dependencies: [
                "Domain", "StrictJSON", "UseCases",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // A stand-in for Apple, for tests and demonstrations.
        .target(
            name: "FakeApple",
            dependencies: [
                "Domain", "StrictJSON",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        // Sample data: four apps with their users, and a history of events that is the same for the same seed.
        .target(
            name: "Demo",
            dependencies: [
                "Domain", "FakeApple", "Stores", "StrictJSON", "UseCases",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "Gatehouse",
            dependencies: [
                "AppleID", "CMalloc", "Console", "ConsoleKit", "Database", "Demo", "Domain", "FakeApple", "Ingest",
                "Operations",
                "Stores", "StrictJSON", "UseCases", "Web", "WebCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        // An installation with people in it, for the tests of stores, use cases and routes.
        .target(
            name: "Fixtures",
            dependencies: [
                "Database", "Domain", "Stores", "UseCases", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/Fixtures",
            swiftSettings: strict
        ),
        // The processor time of what a test calls.
        .target(name: "Measuring", path: "Tests/Measuring", swiftSettings: strict),
        // Compressed bodies, for the tests of their decoders and of routes.
        .target(
            name: "Packing",
            dependencies: [
                "CZlib",
                .target(name: "CBrotliEncoder", condition: .when(traits: ["Brotli"])),
                .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
            ],
            path: "Tests/Packing",
            swiftSettings: strict
        ),
        .systemLibrary(name: "CBrotliEncoder", path: "Tests/CBrotliEncoder", pkgConfig: "libbrotlienc"),
        .testTarget(name: "DomainTests", dependencies: ["Domain", "Measuring", "StrictJSON"], swiftSettings: strict),
        .testTarget(name: "AdmissionTests", dependencies: ["Admission"], swiftSettings: strict),
        .testTarget(
            name: "DemoTests",
            dependencies: [
                "Database", "Demo", "Domain", "FakeApple", "Fixtures", "Ingest", "Stores", "StrictJSON", "UseCases",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"], swiftSettings: strict),
        .testTarget(
            name: "IngestTests",
            dependencies: [
                "Domain", "Ingest", "Measuring", "Packing", "StrictJSON",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: [
                "Incidents/fresh-incidents.json", "Incidents/hard-incidents.json", "Incidents/incidents.json",
                "Incidents/more-incidents.json", "Recorded/Bodies", "Scrubbing/Corpus",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DatabaseTests",
            dependencies: ["Admission", "Database", "Fixtures", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StoresTests",
            dependencies: [
                "Database", "Domain", "Fixtures", "Measuring", "Stores", "StrictJSON", "UseCases",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "UseCasesTests",
            dependencies: [
                "Admission", "Domain", "Fixtures", "StrictJSON", "UseCases",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AppleIDTests",
            dependencies: [
                "AppleID", "Domain", "FakeApple", "Fixtures", "StrictJSON", "UseCases",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // The routes behind a whole installation, and the clients that call them, for the tests of the web layer.
        .testTarget(
            name: "WebFixtures",
            dependencies: web,
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebTests",
            dependencies: webTests + ["Measuring"],
            exclude: ["Access/matrix.txt"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AppAPITests",
            dependencies: webTests,
            swiftSettings: strict
        ),
        .testTarget(
            name: "ConsoleTests",
            dependencies: webTests,
            swiftSettings: strict
        ),
        .testTarget(
            name: "GatehouseTests",
            dependencies: [
                "Database", "Demo", "Domain", "Fixtures", "Gatehouse", "Operations", "Stores", "StrictJSON", "UseCases",
                "Web", "WebCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

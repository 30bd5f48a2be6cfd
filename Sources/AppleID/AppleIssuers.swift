import AsyncHTTPClient
import JWTKit

/// Who signs Apple's identity tokens. Apple uses both names.
public enum AppleIssuers {
    public static let all: Set<String> = ["https://appleid.apple.com", "https://account.apple.com"]
}

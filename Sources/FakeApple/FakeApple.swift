import Hummingbird
import JWTKit

/// A stand-in for Apple.
public enum FakeApple {}

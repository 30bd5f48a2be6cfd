/// The condition of `eventually` did not come to hold.
public struct NeverHeld: Error {}

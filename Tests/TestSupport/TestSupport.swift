// Shared helpers of the test targets.

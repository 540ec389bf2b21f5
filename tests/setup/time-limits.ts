/**
 * Milliseconds that a test waits for a condition: far longer than it takes on a busy machine, so that only a hang fails
 * the test.
 */
export const waitTimeoutMs = 90_000
/** Timeout in milliseconds for a test that waits many times. */
export const longTestTimeoutMs = 20 * 60_000
/**
 * Milliseconds between two looks at work that another process does. Each look costs several queries, so that a short interval
 * takes the processor from the work that it waits for.
 */
export const lookIntervalMs = 200

/**
 * Flags of Node for a worker. Recordings pass through short-lived buffers, which V8 frees only when it collects the young
 * generation: with the default semi-space of 16 MiB some 60 MiB of buffers pile up, with 4 MiB hardly any
 * (docs/decisions/0014). Not for a process that answers calls, because it would collect more often.
 */
export const workerNodeFlags: readonly string[] = ['--max-semi-space-size=4']

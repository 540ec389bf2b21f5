/**
 * What Node is told for a worker. Recordings stream through buffers that are used once, and V8 counts them only where it
 * collects young objects: with the usual 16 MiB of those it lets some 60 MiB of buffers gather, with 4 hardly any
 * (docs/decisions/0014). Not for a process that answers calls, as it would collect more often.
 */
export const workerNodeFlags: readonly string[] = ['--max-semi-space-size=4']

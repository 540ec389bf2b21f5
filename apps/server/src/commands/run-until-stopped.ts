import { stopRequested, tellSupervisor } from './supervisor-channel.ts'

/** More than any drain should take; what is still open then is cut off. */
const maxDrainMs = 8_000

/** Starts one part of the product in this process, tells that it is ready, and stops it in order when asked to. */
export async function runUntilStopped(start: () => Promise<{ stop: () => Promise<void> }>): Promise<void> {
  const stop = stopRequested()
  const part = await start()
  await tellSupervisor({ ready: true })
  await stop
  setTimeout(() => process.exit(1), maxDrainMs).unref()
  await part.stop()
  // What libraries keep open must not keep a stopped process alive.
  process.exit(0)
}

import { sendToSupervisor, stopRequested } from './supervisor-channel.ts'

/** Longer than any drain should take. After this time the process exits and cuts off what is still open. */
const maxDrainMs = 8_000

/**
 * Starts one part of the product in this process, reports that it is ready, and drains it when asked to stop.
 * @param when settles when the part's dependencies are up
 */
export async function runUntilStopped(
  start: () => Promise<{ stop: () => Promise<void> }>,
  when: Promise<void> = Promise.resolve(),
): Promise<void> {
  const stop = stopRequested()
  const isWanted = await Promise.race([when.then(() => true), stop.then(() => false)])
  if (!isWanted) process.exit(0)
  // Starting may hang on a dependency that does not answer. A stop does not wait for it.
  const part = await Promise.race([start(), stop.then(() => null)])
  if (!part) process.exit(0)
  await sendToSupervisor({ ready: true })
  await stop
  setTimeout(() => process.exit(1), maxDrainMs).unref()
  await part.stop()
  // Handles that libraries leave open must not keep a stopped process alive.
  process.exit(0)
}

import { stopRequested, tellSupervisor } from './supervisor-channel.ts'

/** More than any drain should take; what is still open then is cut off. */
const maxDrainMs = 8_000

/**
 * Starts one part of the product in this process, tells that it is ready, and stops it in order when asked to.
 * @param when settles as soon as what the part needs is there
 */
export async function runUntilStopped(
  start: () => Promise<{ stop: () => Promise<void> }>,
  when: Promise<void> = Promise.resolve(),
): Promise<void> {
  const stop = stopRequested()
  const isWanted = await Promise.race([when.then(() => true), stop.then(() => false)])
  if (!isWanted) process.exit(0)
  // Starting may hang on a part that does not answer; a stop does not wait for that.
  const part = await Promise.race([start(), stop.then(() => null)])
  if (!part) process.exit(0)
  await tellSupervisor({ ready: true })
  await stop
  setTimeout(() => process.exit(1), maxDrainMs).unref()
  await part.stop()
  // What libraries keep open must not keep a stopped process alive.
  process.exit(0)
}

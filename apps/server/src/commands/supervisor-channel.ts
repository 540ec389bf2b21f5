/** A message from a part of the product to its supervisor. */
export type PartMessage = { ready: unknown } | { failed: string }

/** Messages from the supervisor to a part. */
export const stopMessage = 'stop'
export const startMessage = 'go'

/**
 * Set to '1' for each part that a supervisor starts. The channel alone is not enough: if the supervisor died before this
 * process looked, the channel is closed, as it is in a process that was started by hand.
 */
export const supervisedVariable = 'HOLDFAST_SUPERVISED'

const isSupervised = (): boolean => process.connected || process.env[supervisedVariable] === '1'

/** Sends a message to the supervisor, if there is one: a part can also be started by hand. */
export async function sendToSupervisor(message: PartMessage): Promise<void> {
  if (!process.connected) return
  // The error is ignored: a supervisor that has just exited does not need the message.
  await new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}

/** Resolves when the part's dependencies are up; at once without a supervisor. */
export function startRequested(): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve()
    process.on('message', (message) => {
      if (message === startMessage) resolve()
    })
  })
}

/**
 * Resolves when this process should stop: on SIGTERM, on Ctrl-C, or when the supervisor asks for it or exits. Under a
 * supervisor only the supervisor reacts to Ctrl-C: the terminal sends it to every process at once, and the order matters.
 */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    if (!isSupervised()) {
      process.once('SIGINT', () => resolve())
      return
    }
    process.on('SIGINT', () => {})
    if (!process.connected) {
      resolve()
      return
    }
    process.once('disconnect', () => resolve())
    process.on('message', (message) => {
      if (message === stopMessage) resolve()
    })
  })
}

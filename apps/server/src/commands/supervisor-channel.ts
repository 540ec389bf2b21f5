/** What a part of the product tells the supervisor that started it. */
export type PartMessage = { ready: unknown } | { failed: string }

/** What the supervisor tells a part. */
export const stopMessage = 'stop'
export const goMessage = 'go'

/**
 * Set to '1' for each part that a supervisor starts. The channel alone does not tell: where the supervisor died before this
 * process looked, it is closed, as it is in a process that was started by hand.
 */
export const supervisedVariable = 'HOLDFAST_SUPERVISED'

const isSupervised = (): boolean => process.connected || process.env[supervisedVariable] === '1'

/** Says something to the supervisor, if there is one: a part can also be started by hand. */
export async function tellSupervisor(message: PartMessage): Promise<void> {
  if (!process.connected) return
  // A supervisor that went away in this moment needs no answer.
  await new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}

/** Settles when what this part needs is up; at once without a supervisor. */
export function goAhead(): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve()
    process.on('message', (message) => {
      if (message === goMessage) resolve()
    })
  })
}

/**
 * Settles when this process should stop: on SIGTERM, on Ctrl-C, when the supervisor says so or is gone. Under a
 * supervisor Ctrl-C is left to it, because the terminal sends it to every process at once and the order matters.
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

import type { DestinationStream } from 'pino'

let isWatched = false

/**
 * The default destination of the log. While it can't be written, e.g. on a full disk, log lines are lost but no call fails,
 * and logging resumes once there is space. Uses Node's stream because pino's blocks the exit of the process until there is.
 */
export const standardOutput = (): DestinationStream => {
  if (!isWatched) process.stdout.on('error', () => undefined)
  isWatched = true
  return process.stdout
}

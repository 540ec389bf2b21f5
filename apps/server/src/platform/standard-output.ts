import type { DestinationStream } from 'pino'

let isWatched = false

/**
 * Where the log goes unless told otherwise. While nothing can be written, e.g. because the disk is full, lines are lost and
 * nothing else: no call fails, and writing goes on once there is room. Node's own stream, because pino's waits for ever for
 * room when the process is to end.
 */
export const standardOutput = (): DestinationStream => {
  if (!isWatched) process.stdout.on('error', () => undefined)
  isWatched = true
  return process.stdout
}

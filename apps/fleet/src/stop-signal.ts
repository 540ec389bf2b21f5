import { fstatSync } from 'node:fs'

/** Ends when this process should: on SIGTERM or Ctrl-C, when its parent says 'stop', and when its parent is gone. */
export const stopSignal = (): AbortSignal => {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('stopped'))
  process.once('SIGTERM', stop)
  // A closed channel alone does not tell that there never was a supervisor: it may have died already.
  if (process.connected || process.env.HOLDFAST_SUPERVISED === '1') {
    // Under a supervisor Ctrl-C is the supervisor's: the terminal sends it to every process at once.
    process.on('SIGINT', () => {})
    if (!process.connected) stop()
    process.once('disconnect', stop)
    process.on('message', (message) => {
      if (message === 'stop') stop()
    })
  } else {
    process.once('SIGINT', stop)
    // A pipe ends with the process at its other end; /dev/null ends at once and means nothing.
    if (isPipe(0)) process.stdin.resume().once('end', stop)
  }
  return controller.signal
}

const isPipe = (descriptor: number): boolean => {
  const stat = fstatSync(descriptor, { bigint: false })
  return stat.isFIFO() || stat.isSocket()
}

import { fstatSync } from 'node:fs'

/** Aborts when this process should stop: on SIGTERM or Ctrl-C, on 'stop' from its parent, and when its parent has exited. */
export const stopSignal = (): AbortSignal => {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('stopped'))
  process.once('SIGTERM', stop)
  // A closed channel does not prove that there is no supervisor: it may have died already.
  if (process.connected || process.env.HOLDFAST_SUPERVISED === '1') {
    // The terminal sends Ctrl-C to every process at once; under a supervisor only the supervisor reacts to it.
    process.on('SIGINT', () => {})
    if (!process.connected) stop()
    process.once('disconnect', stop)
    process.on('message', (message) => {
      if (message === 'stop') stop()
    })
  } else {
    process.once('SIGINT', stop)
    // A pipe ends when the process at its other end exits. /dev/null ends immediately, which means nothing.
    if (isPipe(0)) process.stdin.resume().once('end', stop)
  }
  return controller.signal
}

const isPipe = (descriptor: number): boolean => {
  const stat = fstatSync(descriptor, { bigint: false })
  return stat.isFIFO() || stat.isSocket()
}

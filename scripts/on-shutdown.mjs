import { readFileSync } from 'node:fs'

/**
 * Calls `stop` whenever this script should end: on Ctrl-C, on a signal, or because the `npm start` that runs it was
 * killed. npm runs scripts in a shell that passes no signals on, so in the last case only the parent processes change.
 * @returns a function that stops listening
 */
export function onShutdown(stop) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  const before = ancestors()
  const watching = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(watching)
    stop()
  }, 250).unref()
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watching)
  return () => {
    clearInterval(watching)
    for (const signal of signals) process.off(signal, stop)
  }
}

const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`

function parentOf(pid) {
  try {
    return /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined // not Linux: only the shell is watched
  }
}

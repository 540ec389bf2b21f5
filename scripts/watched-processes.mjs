import { readdirSync, readFileSync } from 'node:fs'

const pollMs = 1000
/** Linux tells programs times in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100

/**
 * Measures the processor time of a program and of all its descendants by reading /proc every second. The last second of a process that
 * nobody waits for is missed.
 * @returns as `measureProcessorTime`; `seconds()` is undefined where there is no /proc
 */
export function watchProcesses() {
  /** Descendants as last seen, by `pid start`. Their ticks include those of the children that they waited for. */
  let known = new Map()
  let ticksOfEnded = 0
  let polling
  const poll = (isRoot = () => false) => {
    const present = readProcesses()
    const isKnown = (one) => isRoot(one) || known.has(`${one.pid} ${one.start}`)
    const found = withDescendants(present, present.filter(isKnown))
    for (const [key, gone] of known) if (!found.has(key) && !isWaitedFor(gone, known, found)) ticksOfEnded += gone.ticks
    known = found
  }
  return {
    start: (pid) => {
      poll((one) => one.pid === pid)
      polling = setInterval(poll, pollMs).unref()
    },
    seconds: () => {
      poll()
      if (known.size === 0 && ticksOfEnded === 0) return undefined
      const living = [...known.values()].reduce((sum, { ticks }) => sum + ticks, 0)
      return (ticksOfEnded + living) / ticksPerSecond
    },
    end: async () => clearInterval(polling),
  }
}

/** A living ancestor has waited for it, and has its time. */
function isWaitedFor({ parent }, known, found) {
  const isParent = ({ pid }) => pid === parent
  if ([...found.values()].some(isParent)) return true
  const ended = [...known.values()].find(isParent)
  return ended !== undefined && isWaitedFor(ended, known, found)
}

function withDescendants(present, some) {
  const childrenOf = new Map()
  for (const one of present) childrenOf.set(one.parent, [...(childrenOf.get(one.parent) ?? []), one])
  const found = new Map()
  const waiting = [...some]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    found.set(`${one.pid} ${one.start}`, one)
    waiting.push(...(childrenOf.get(one.pid) ?? []))
  }
  return found
}

function readProcesses() {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((one) => one !== undefined)
}

function readProcess(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything. Fields: proc_pid_stat(5).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid: Number(name), parent: Number(fields[1]), start: fields[19], ticks }
  } catch {
    return undefined // it has ended meanwhile
  }
}

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return [] // not Linux
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** The clock tick of `/proc/<pid>/stat`: 100 a second on every Linux that Node supports. */
const tickMilliseconds = 10

/** The fields of `/proc/<pid>/stat` after the command name, which may contain spaces: user and system time, also of children that have ended. */
const statOf = (pid: number): { parent: number; ticks: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }
  } catch {
    return null // the process has ended
  }
}

/**
 * Processor time in milliseconds of these processes and their descendants; NaN where there is no /proc. Other load on
 * the machine hardly changes it, unlike a rate.
 */
export const processorMilliseconds = (pids: readonly number[]): number => {
  if (platform() !== 'linux') return Number.NaN
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(Number(name))] as const),
  )
  const belongs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = all.get(at)?.parent) if (pids.includes(at)) return true
    return false
  }
  let ticks = 0
  for (const [pid, stat] of all) if (stat && belongs(pid)) ticks += stat.ticks
  return ticks * tickMilliseconds
}

import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** Ticks of `/proc/<pid>/stat`: 100 a second on every Linux that Node runs on. */
const tickMilliseconds = 10

/** Fields of `/proc/<pid>/stat` after the command's name, which may hold spaces. */
const statOf = (pid: number): { parent: number; ticks: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null // it ended meanwhile
  }
}

/**
 * Milliseconds of processor that these processes and those they started have used; NaN where the system doesn't tell. Unlike
 * rates, they hardly depend on what else the machine does.
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

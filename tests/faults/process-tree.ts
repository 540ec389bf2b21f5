import { readdirSync, readFileSync } from 'node:fs'

export type ProcessEntry = { pid: number; parent: number; command: string }

/** All processes that descend from `pid`, itself included. */
export function processTree(pid: number): ProcessEntry[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const below = (parent: number): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)])
  return [...all.filter((entry) => entry.pid === pid), ...below(pid)]
}

export const isAlive = ({ pid, command }: ProcessEntry): boolean => readProcess(pid)[0]?.command === command

/** Kills each with -9, in order; some end with the one that they belong to before it is their turn. */
export function killAll(entries: ProcessEntry[]): void {
  for (const { pid } of entries) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function readProcess(pid: number): ProcessEntry[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (/^State:\tZ/m.test(status)) return []
    const parent = Number(/^PPid:\t(\d+)/m.exec(status)?.[1])
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
  } catch {
    return [] // it ended while we looked
  }
}

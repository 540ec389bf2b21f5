import { readdirSync, readFileSync } from 'node:fs'

export type ProcessEntry = { pid: number; parent: number; command: string }

/** The process `pid` and all its descendants. */
export function processTree(pid: number): ProcessEntry[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const below = (parent: number): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)])
  return [...all.filter((entry) => entry.pid === pid), ...below(pid)]
}

export const isAlive = ({ pid, command }: ProcessEntry): boolean => readProcess(pid)[0]?.command === command

/** Kills each process with SIGKILL, in order. Some end together with one that was killed before. */
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
    return [] // the process has ended meanwhile
  }
}

import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from './start-failure.ts'

/**
 * Ends PostgreSQL processes that a killed Holdfast left running on this data folder, so that a new PostgreSQL can open it.
 * The caller holds the lock on the installation, so these processes have no owner any more. Committed data is kept:
 * PostgreSQL recovers from its write-ahead log.
 */
export async function endOrphan(data: string, socketFolder: string): Promise<void> {
  // Elsewhere our process can't be told reliably from another one that got its number. There PostgreSQL's own lock decides:
  // the start fails with a line that names the process.
  if (process.platform !== 'linux') return
  const pidFile = path.join(data, 'postmaster.pid')
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    const running = processesOn(data)
    if (running.length === 0) break
    // The postmaster ends its own processes. If it is gone already, they notice that themselves within milliseconds.
    const postmaster = namedBy(pidFile)
    const addressed = postmaster && running.includes(postmaster) ? [postmaster] : signal === 'SIGINT' ? [] : running
    for (const pid of addressed) send(pid, signal)
    await gone(() => processesOn(data).length === 0, signal === 'SIGINT' ? 10_000 : 3_000)
  }
  if (processesOn(data).length > 0) {
    throw new StartFailure(`A PostgreSQL of an earlier start still uses ${data} and cannot be ended: end it yourself.`)
  }
  // Both files may name a number that another program has got since (likely after a reboot), or a zombie process (in a
  // container whose first process does not reap them). PostgreSQL would take either for a rival. The check above found no
  // process that uses the data.
  rmSync(pidFile, { force: true })
  rmSync(path.join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
}

function processesOn(data: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name) === data)
    .map(Number)
}

/** Every PostgreSQL process has its data folder as working directory. No other process does: the folder is closed to others. */
function worksIn(pid: string): string | undefined {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return undefined
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined // it ended meanwhile, or belongs to another user
  }
}

function namedBy(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it has just ended, which is what we want
  }
}

async function gone(condition: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!condition() && performance.now() < deadline) await pause(20)
}

import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from './start-failure.ts'

/**
 * Ends whatever a killed Holdfast left running on this data folder, so that a fresh PostgreSQL can open it. The caller
 * holds the lock on the installation: what runs here has no owner any more. Committed data stays: PostgreSQL recovers
 * from its write-ahead log.
 */
export async function endOrphan(data: string, socketFolder: string): Promise<void> {
  // Elsewhere there is no reliable way to tell our process from another one that got its number: PostgreSQL's own lock
  // decides, and ends the start with a line that names the process.
  if (process.platform !== 'linux') return
  const pidFile = path.join(data, 'postmaster.pid')
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    const running = processesOn(data)
    if (running.length === 0) break
    // The postmaster ends its own; where it is gone already, the others notice by themselves within milliseconds.
    const postmaster = namedBy(pidFile)
    const addressed = postmaster && running.includes(postmaster) ? [postmaster] : signal === 'SIGINT' ? [] : running
    for (const pid of addressed) send(pid, signal)
    await gone(() => processesOn(data).length === 0, signal === 'SIGINT' ? 10_000 : 3_000)
  }
  if (processesOn(data).length > 0) {
    throw new StartFailure(`A PostgreSQL of an earlier start still uses ${data} and cannot be ended: end it yourself.`)
  }
  // Both files may name a number that another program got since (likely after a reboot), or one that nobody buried yet
  // (in a container whose first process does not), and PostgreSQL would take either for a rival. That nobody uses the
  // data any more was just seen.
  rmSync(pidFile, { force: true })
  rmSync(path.join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
}

function processesOn(data: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name) === data)
    .map(Number)
}

/** Every PostgreSQL process works in its data folder, and nobody else does: the folder is closed to others. */
function worksIn(pid: string): string | undefined {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return undefined
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined // it ended while we looked, or is somebody else's
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
    // it ended in this moment, which is what we want
  }
}

async function gone(condition: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!condition() && Date.now() < deadline) await pause(20)
}

import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Account, canReach } from './postgres-account.ts'
import { StartFailure } from './start-failure.ts'

/**
 * A folder on this machine, owned by root, that PostgreSQL's account can reach. It holds what that account could not reach
 * in its usual place, for example inside /root. Only root needs it.
 */
export function machineFolder(account: Account, name: string): string {
  for (const base of ['/var/lib/holdfast', '/var/tmp/holdfast']) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 })
    } catch {
      continue
    }
    const stat = statSync(base)
    // A folder that another user created in a world-writable place can't be trusted with programs or data.
    if (stat.uid === 0 && (stat.mode & 0o022) === 0 && canReach(account, base)) return path.join(base, name)
  }
  throw new StartFailure(
    'PostgreSQL needs a folder that its account can reach: set HOLDFAST_HOME to one outside of private folders such as /root.',
  )
}

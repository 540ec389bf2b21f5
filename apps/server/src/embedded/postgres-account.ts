import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from './start-failure.ts'

/** The system account that PostgreSQL runs as; `undefined` for the account of this process. */
export type Account = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. Root therefore starts it as the owner of an existing data folder, otherwise as
 * `postgres`, otherwise as `nobody`, which every Unix has.
 */
export function postgresAccount(dataFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (!account) {
    throw new StartFailure('PostgreSQL cannot run as root and this machine has no account "postgres": add one.')
  }
  return account
}

function accountNamed(name: string): Account | undefined {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([login]) => login === name)
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** Whether the account can enter every folder of the path. Folders that do not exist yet count as reachable: we create them. */
export function canReach(account: Account | undefined, folder: string): boolean {
  if (!account) return true
  const parent = path.dirname(folder)
  if (parent !== folder && !canReach(account, parent)) return false
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (!stat) return true
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0
  return ((stat.mode >> shift) & 1) === 1
}

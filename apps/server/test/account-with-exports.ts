import type { LegacyMigration, MigrationColumns, MigrationRow } from '@holdfast/contract'
import type { ServerOptions } from '../../../tests/setup/server.ts'
import { runMigration } from '../src/modules/migrations/runs/run-migration.ts'
import { AccountWithHandsets } from './account-with-handsets.ts'

const client = 'northwind'

interface Ended {
  ended: LegacyMigration
  /** The number of rows that ended with each result code. */
  codes: Record<string, number>
  /** The rows that were kept. */
  rows: MigrationRow[]
}

export type MigrationFields = {
  is_dry_run?: boolean
  source?: string
  time_zone?: string
  columns?: MigrationColumns
}

/** An account whose exports tests migrate, one after the other. */
export class AccountWithExports {
  readonly account: AccountWithHandsets
  boss: string
  #folders = 0
  #bosses = 1

  private constructor(account: AccountWithHandsets, boss: string) {
    this.account = account
    this.boss = boss
  }

  static async open(options: ServerOptions = {}): Promise<AccountWithExports> {
    const account = await AccountWithHandsets.open(options)
    return new AccountWithExports(account, await account.signIn('boss', 'Account Administrator'))
  }

  /** Signs in another administrator: a token ends after five minutes, and long runs take longer. */
  async signInAgain(): Promise<void> {
    this.#bosses += 1
    this.boss = await this.account.signIn(`boss-${this.#bosses}`, 'Account Administrator')
  }

  close(): Promise<void> {
    return this.account.close()
  }

  call(method: string, path: string, body?: object, token = this.boss): Promise<Response> {
    return this.account.server.call(method, `/api/client/v1/${client}${path}`, { token, ...(body ? { body } : {}) })
  }

  async answered<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.call(method, path, body)
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }

  /** Puts these files into a new folder. */
  async put(files: Record<string, string | Uint8Array>): Promise<string> {
    this.#folders += 1
    const folder = `export-${this.#folders}`
    const { objects } = this.account.server.api.platform
    for (const [name, content] of Object.entries(files)) {
      await objects.put(`migrations/${client}/${folder}/${name}`, Buffer.from(content))
    }
    return folder
  }

  async migrate(files: Record<string, string | Uint8Array>, fields: MigrationFields = {}): Promise<Ended> {
    return this.run(await this.put(files), fields)
  }

  async run(folder: string, fields: MigrationFields = {}): Promise<Ended> {
    const migration_id = await this.start(folder, fields)
    await this.work(migration_id)
    return this.ended(migration_id)
  }

  async start(folder: string, fields: MigrationFields = {}): Promise<string> {
    const body = { folder, source: 'old', is_dry_run: false, time_zone: 'Europe/Lisbon', ...fields }
    return (await this.answered<LegacyMigration>('POST', '/migrations', body)).migration_id
  }

  /** Does what a worker does with the run. */
  work(migration_id: string, signal: AbortSignal = AbortSignal.timeout(60_000), platform = {}): Promise<void> {
    const parts = { ...this.account.server.api.platform, ...platform }
    return runMigration.handle({ platform: parts, attempt: 1, signal }, { client, migration_id })
  }

  /** How a run ended. Throws if the codes do not add up to the rows. */
  async ended(migration_id: string): Promise<Ended> {
    const { items } = await this.answered<{ items: LegacyMigration[] }>(
      'GET',
      `/migrations?filter[migration_ids][0]=${migration_id}`,
    )
    const [ended] = items
    if (!ended) throw new Error('There is no such migration')
    const { statistics, imported, warnings, import_errors } = ended
    const counts = [...imported, ...warnings, ...import_errors]
    const sum = counts.reduce((total, { rows }) => total + rows, 0)
    if (sum !== statistics.rows) throw new Error('The codes do not add up to the rows')
    const rows = await this.answered<{ items: MigrationRow[] }>('GET', `/migrations/${migration_id}/rows?limit=100`)
    return { ended, codes: Object.fromEntries(counts.map(({ code, rows: count }) => [code, count])), rows: rows.items }
  }
}

import { ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'

/** A change takes effect within this time. */
const rememberedForMs = 1_000

const quietSince = sql<{ quiet_since: Date | string | null }>`select quiet_since from app.installation`

/**
 * Whether this installation is quiet: a restored copy, which sends nothing, destroys nothing and takes nothing from handsets until
 * `holdfast resume`. Whoever can't read it fails, so that no doubt sends or destroys anything.
 */
export class QuietMode {
  readonly #database: Pick<Database, 'readAcrossClients'>
  #known: { since: Promise<string | null>; readAt: number } | null = null

  constructor(database: Pick<Database, 'readAcrossClients'>) {
    this.#database = database
  }

  /** Since when, as an ISO time; `null` if it is in use. */
  since(): Promise<string | null> {
    const now = performance.now()
    if (this.#known && now - this.#known.readAt < rememberedForMs) return this.#known.since
    const since = this.#database.readAcrossClients(async (db) => timeIn((await quietSince.execute(db)).rows))
    this.#known = { since, readAt: now }
    since.catch(() => {
      this.#known = null
    })
    return since
  }

  /** @throws ProductError `server.not_ready` */
  async assertInUse(): Promise<void> {
    if ((await this.since()) !== null) throw new ProductError('server.not_ready')
  }
}

/**
 * Within the transaction that would do what a quiet copy may not.
 * @throws Error
 */
export const assertNotQuiet = async ({ db }: Pick<TenantTransaction, 'db'>): Promise<void> => {
  if (timeIn((await quietSince.execute(db)).rows) !== null) {
    throw new Error('This installation is a restored copy and quiet: it destroys nothing until "holdfast resume"')
  }
}

const timeIn = ([row]: readonly { quiet_since: Date | string | null }[]): string | null => {
  if (!row) throw new Error('The database does not say whether this installation is quiet')
  return row.quiet_since === null ? null : new Date(row.quiet_since).toISOString()
}

/** @param owner a connection of the database owner, to a database of the current schema */
export const makeQuiet = async (owner: Client): Promise<void> => {
  await owner.query('update app.installation set quiet_since = coalesce(quiet_since, now())')
}

/** @returns since when it was quiet; `null` if it was not */
export const endQuiet = async (owner: Client): Promise<string | null> => {
  const { rows } = await owner.query<{ quiet_since: Date | string | null }>(
    'select quiet_since from app.installation for update',
  )
  await owner.query('update app.installation set quiet_since = null')
  return timeIn(rows)
}

import { plainSize } from '@holdfast/custody'
import { type Selectable, sql } from 'kysely'
import {
  type PayloadTypeOrNone,
  storedJson,
  type Tables,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { type LegacyStored, storedLegacyPayloads } from '../../payloads/index.ts'
import { isSuccess, type MigrationRecord, storingCodes } from '../runs/migration-record.ts'

const pageRows = 5000

/** Counts of the run, or of all runs of its source. */
export type Scope = 'run' | 'source'

interface PagePlace {
  /** The run that is reconciled. */
  migration_id: string
  scope: Scope
  /** The run whose recordings are counted. */
  of: string
  /** Runs that were counted before: what they read is left out. */
  newer: readonly string[]
  /** Runs whose rows say what the source holds of a recording that arrived, the newest first. */
  stating: readonly string[]
  after: string
}

export interface CountedPage {
  /** `null`: there are no more. */
  after: string | null
  /** The recordings that are here. */
  stored: { payload_reference: string; hasContent: boolean }[]
}

/** Adds a page of the recordings that a run read to its counts. */
export const countPage = async (tx: TenantTransaction, place: PagePlace): Promise<CountedPage> => {
  const read = await tx.db
    .selectFrom('legacy_migration_payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('migration_id', '=', place.of)
    .where('payload_reference', '>', place.after)
    .orderBy('payload_reference')
    .limit(pageRows)
    .execute()
  const references = read.map(({ payload_reference }) => payload_reference)
  const counted = await countedBefore(tx, place.newer, references)
  const here = new Map((await storedLegacyPayloads(tx, references)).map((one) => [one.payload_reference, one]))
  const said = await statementsOf(tx, place.stating, [...here.keys()])
  const counts = new Counts()
  for (const one of read) {
    const { payload_reference } = one
    if (!counted.has(payload_reference))
      counts.add(mended(one, said.get(payload_reference)), here.get(payload_reference))
  }
  await addCounts(tx, place, counts.rows)
  return {
    after: read.length < pageRows ? null : (references.at(-1) ?? null),
    stored: [...here.values()].filter(({ isGone }) => !isGone),
  }
}

type Statement = Selectable<Tables['legacy_migration_payloads']>

/**
 * The rows of these runs that brought these recordings or changed them last. If none did, the last ones that found them here. A rejected row
 * says nothing of what arrived once it was mended.
 */
export const statementsOf = async (
  tx: TenantTransaction,
  runs: readonly string[],
  references: readonly string[],
): Promise<ReadonlyMap<string, Statement>> => {
  if (runs.length === 0 || references.length === 0) return new Map()
  const isStoring = sql<boolean>`code = any(${storingCodes}::text[])`
  const rows = await tx.db
    .selectFrom('legacy_migration_payloads')
    .selectAll()
    .distinctOn('payload_reference')
    .where('client', '=', tx.client)
    .where('migration_id', 'in', runs)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .where((eb) => eb.or([isStoring, eb('code', '=', 'PayloadAlreadyLoaded')]))
    .orderBy('payload_reference')
    .orderBy(isStoring, 'desc')
    .orderBy('migration_id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.payload_reference, row]))
}

/** A row by the statement that counts: of one that found its recording here, a later row counts only if it changed that. */
const mended = (read: Statement, said: Statement | undefined): Statement =>
  said && (!isSuccess(read.code) || storingCodes.includes(said.code)) ? said : read

const countedBefore = async (
  tx: TenantTransaction,
  runs: readonly string[],
  references: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (runs.length === 0 || references.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('legacy_migration_payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('migration_id', 'in', runs)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .execute()
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}

interface Key {
  device_user_reference: string
  group: string
  day: string
  payload_type: PayloadTypeOrNone
  code: string
}

const nothing = {
  read_payloads: 0,
  read_seconds: 0,
  read_bytes: 0,
  arrived_payloads: 0,
  arrived_seconds: 0,
  arrived_bytes: 0,
  waiting_payloads: 0,
  destroyed_payloads: 0,
  destroyed_seconds: 0,
  destroyed_bytes: 0,
}
type Figures = typeof nothing
const figures = Object.keys(nothing) as (keyof Figures)[]

type Read = Omit<Key, 'code'> & { code: string; seconds: number; bytes: number }

/** The counts of a page by their keys. */
class Counts {
  readonly #byKey = new Map<string, Key & Figures>()

  /** Counts a recording as its row describes it and, if it arrived, as it is stored. */
  add({ device_user_reference, group, day, payload_type, code, seconds, bytes }: Read, here?: LegacyStored): void {
    const said = { device_user_reference, group, day, payload_type, code: here ? '' : code }
    this.#count(said, { read_payloads: 1, read_seconds: seconds, read_bytes: bytes })
    if (!here) return
    const { payload_type: type, group: heldBy } = here
    const key = {
      device_user_reference: here.device_user_reference ?? '',
      group: heldBy,
      day,
      payload_type: type,
      code: '',
    }
    if (here.isGone) {
      this.#count(key, { destroyed_payloads: 1, destroyed_seconds: seconds, destroyed_bytes: bytes })
    } else {
      this.#count(key, {
        arrived_payloads: 1,
        arrived_seconds: here.seconds,
        arrived_bytes: here.hasContent ? plainSize(here.size) : 0,
        waiting_payloads: here.isWaiting ? 1 : 0,
      })
    }
  }

  get rows(): (Key & Figures)[] {
    return [...this.#byKey.values()]
  }

  #count(key: Key, added: Partial<Figures>): void {
    const name = JSON.stringify(Object.values(key))
    const counted = this.#byKey.get(name) ?? { ...key, ...nothing }
    for (const figure of figures) counted[figure] += added[figure] ?? 0
    this.#byKey.set(name, counted)
  }
}

const addCounts = async (
  tx: TenantTransaction,
  { migration_id, scope }: Pick<PagePlace, 'migration_id' | 'scope'>,
  rows: readonly (Key & Figures)[],
): Promise<void> => {
  if (rows.length === 0) return
  const keys = ['device_user_reference', 'group', 'day', 'payload_type', 'code']
  const columns = sql.join([...keys, ...figures].map((column) => sql.ref(column)))
  const sums = sql.join(
    figures.map((figure) => sql`${sql.ref(figure)} = counted.${sql.ref(figure)} + excluded.${sql.ref(figure)}`),
  )
  await sql`
    insert into legacy_reconciliation_counts as counted (client, migration_id, scope, ${columns})
    select ${tx.client}, ${migration_id}, ${scope}, ${columns}
    from json_populate_recordset(null::legacy_reconciliation_counts, ${storedJson(rows)}::json)
    on conflict (client, migration_id, scope, ${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sums}`.execute(
    tx.db,
  )
}

export const forgetCounts = async (tx: TenantTransaction, migration_id: string): Promise<void> => {
  await tx.db
    .deleteFrom('legacy_reconciliation_counts')
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)
    .execute()
}

/** Whether a run has totals of its source, and the runs of this source, the newest first. */
export const runsOfSource = async (
  tx: TenantTransaction,
  { migration_id, source }: Pick<MigrationRecord, 'migration_id' | 'source'>,
): Promise<{ has_totals: boolean; runs: string[] }> => {
  const total = await tx.db
    .selectFrom('legacy_migration_totals')
    .select('row_number')
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)
    .limit(1)
    .executeTakeFirst()
  const runs = await tx.db
    .selectFrom('legacy_migrations')
    .select('migration_id')
    .where('client', '=', tx.client)
    .where('source', '=', source)
    .where('is_dry_run', '=', false)
    .orderBy('migration_id', 'desc')
    .execute()
  return { has_totals: total !== undefined, runs: runs.map((run) => run.migration_id) }
}

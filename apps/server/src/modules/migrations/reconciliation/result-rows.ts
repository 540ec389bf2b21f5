import type { ReconciliationGrain } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'

type Counted = Exclude<ReconciliationGrain, 'sample'>

/** The columns by which a grain counts: of the counts, and of the totals of the source. */
const keys: Record<
  Counted,
  { ofCounts: RawBuilder<unknown>; ofTotals: RawBuilder<unknown>; columns: readonly string[] }
> = {
  payload_type: { ofCounts: sql`''`, ofTotals: sql`''`, columns: [] },
  person: {
    ofCounts: sql`device_user_reference`,
    ofTotals: sql`device_user_reference`,
    columns: ['device_user_reference'],
  },
  group: { ofCounts: sql`"group"`, ofTotals: sql`"group"`, columns: ['group'] },
  month: { ofCounts: sql`left(day, 7)`, ofTotals: sql`coalesce(month, left(day, 7))`, columns: ['month', 'day'] },
  day: { ofCounts: sql`day`, ofTotals: sql`day`, columns: ['day'] },
}

const totalsKeys = ['device_user_reference', 'group', 'month', 'day', 'payload_type'] as const
/** The keys that a row of totals has. */
type Shape = Readonly<Record<(typeof totalsKeys)[number], boolean>>

/** Writes the rows of all grains from the counts of a run. */
export const storeGrains = async (tx: TenantTransaction, migration_id: string): Promise<void> => {
  const shapes = await shapesOfTotals(tx, migration_id)
  for (const grain of Object.keys(keys) as Counted[]) {
    const shape = shapeFor(grain, shapes)
    await storeGrain(tx, { migration_id, grain, shape })
  }
}

const shapesOfTotals = async (tx: TenantTransaction, migration_id: string): Promise<Shape[]> => {
  const has = totalsKeys.map((key) => sql`${sql.ref(key)} is not null as ${sql.ref(key)}`)
  const { rows } = await sql<Shape>`select distinct ${sql.join(has)} from legacy_migration_totals
    where client = ${tx.client} and migration_id = ${migration_id}`.execute(tx.db)
  return rows
}

const keysIn = (shape: Shape): number => totalsKeys.filter((key) => shape[key]).length

/** The coarsest totals that have the key of a grain; those by type, if there are some. */
const shapeFor = (grain: Counted, shapes: readonly Shape[]): Shape | undefined => {
  const { columns } = keys[grain]
  const fitting = shapes.filter(
    (shape) => columns.length === 0 || columns.some((column) => shape[column as keyof Shape]),
  )
  const byType = fitting.filter(({ payload_type }) => payload_type)
  return (byType.length > 0 ? byType : fitting).sort((one, other) => keysIn(one) - keysIn(other))[0]
}

interface GrainOfRun {
  migration_id: string
  grain: Counted
  shape: Shape | undefined
}

/** Compares with the totals of the source, if they have the grain; otherwise with the rows that the run read. */
const storeGrain = async (tx: TenantTransaction, { migration_id, grain, shape }: GrainOfRun): Promise<void> => {
  const { client } = tx
  const { ofCounts, ofTotals } = keys[grain]
  const scope = shape ? 'source' : 'run'
  const isTyped = shape?.payload_type ?? true
  const type = isTyped ? sql`payload_type` : sql`''`
  const isOfShape = shape
    ? sql.join(
        totalsKeys.map((key) => sql`(${sql.ref(key)} is not null) = ${shape[key]}`),
        sql` and `,
      )
    : sql`false`
  const stated = shape
    ? sql`select ${ofTotals} as key, coalesce(payload_type, '') as payload_type, sum(payloads)::bigint as payloads,
          sum(seconds) as seconds, sum(bytes)::bigint as bytes
        from legacy_migration_totals
        where client = ${client} and migration_id = ${migration_id} and ${isOfShape} group by 1, 2`
    : sql`select key, payload_type, sum(read_payloads)::bigint as payloads, sum(read_seconds) as seconds,
          sum(read_bytes)::bigint as bytes
        from by_code group by 1, 2`
  await sql`
    with by_code as (
      select ${ofCounts} as key, ${type} as payload_type, code, sum(read_payloads) as read_payloads, sum(read_seconds) as read_seconds,
        sum(read_bytes) as read_bytes, sum(arrived_payloads) as arrived_payloads, sum(arrived_seconds) as arrived_seconds,
        sum(arrived_bytes) as arrived_bytes, sum(waiting_payloads) as waiting_payloads,
        sum(destroyed_payloads) as destroyed_payloads, sum(destroyed_seconds) as destroyed_seconds,
        sum(destroyed_bytes) as destroyed_bytes
      from legacy_reconciliation_counts
      where client = ${client} and migration_id = ${migration_id} and scope = ${scope} group by 1, 2, 3
    ), arrived as (
      select key, payload_type, sum(arrived_payloads)::bigint as payloads, sum(arrived_seconds) as seconds,
        sum(arrived_bytes)::bigint as bytes, sum(waiting_payloads)::bigint as waiting,
        sum(destroyed_payloads)::bigint as destroyed, sum(destroyed_seconds) as destroyed_seconds,
        sum(destroyed_bytes)::bigint as destroyed_bytes,
        coalesce(jsonb_agg(jsonb_build_object('code', code, 'payloads', read_payloads) order by code) filter (where code <> ''),
          '[]') as reasons
      from by_code group by 1, 2
    ), stated as (${stated}), compared as (
      select coalesce(arrived.key, stated.key) as key, coalesce(arrived.payload_type, stated.payload_type) as payload_type,
        ${shape ? sql`coalesce(stated.payloads, case when stated.key is null then 0 end)` : sql`stated.payloads`} as stated_payloads,
        ${shape ? sql`coalesce(stated.seconds, case when stated.key is null then 0 end)` : sql`stated.seconds`} as stated_seconds,
        ${shape ? sql`coalesce(stated.bytes, case when stated.key is null then 0 end)` : sql`stated.bytes`} as stated_bytes,
        coalesce(arrived.payloads, 0) as arrived_payloads, coalesce(arrived.seconds, 0) as arrived_seconds,
        coalesce(arrived.bytes, 0) as arrived_bytes, coalesce(arrived.waiting, 0) as waiting_payloads,
        coalesce(arrived.destroyed, 0) as destroyed_payloads, coalesce(arrived.destroyed_seconds, 0) as destroyed_seconds,
        coalesce(arrived.destroyed_bytes, 0) as destroyed_bytes, coalesce(arrived.reasons, '[]') as reasons
      from arrived full join stated on arrived.key = stated.key and arrived.payload_type = stated.payload_type
    ), differing as (
      select compared.*, arrived_payloads + destroyed_payloads - stated_payloads as difference,
        round((arrived_seconds + destroyed_seconds - stated_seconds)::numeric, 3)::float8 as difference_seconds,
        arrived_bytes + destroyed_bytes - stated_bytes as difference_bytes
      from compared
    )
    insert into legacy_reconciliation_rows (client, migration_id, grain, key, payload_type, stated_by, stated_payloads, stated_seconds,
      stated_bytes, arrived_payloads, arrived_seconds, arrived_bytes, waiting_payloads, destroyed_payloads, difference,
      difference_seconds, difference_bytes, is_different, reasons)
    select ${client}, ${migration_id}, ${grain}, key, payload_type, ${shape ? 'totals' : 'rows'}, stated_payloads,
      round(stated_seconds::numeric, 3)::float8, stated_bytes, arrived_payloads, round(arrived_seconds::numeric, 3)::float8,
      arrived_bytes, waiting_payloads, destroyed_payloads, difference, difference_seconds, difference_bytes,
      coalesce(difference, 0) <> 0 or abs(coalesce(difference_seconds, 0)) >= 1 or coalesce(difference_bytes, 0) <> 0, reasons
    from differing returning 1`.execute(tx.db)
}

export const forgetRows = async (tx: TenantTransaction, migration_id: string): Promise<void> => {
  await tx.db
    .deleteFrom('legacy_reconciliation_rows')
    .where('client', '=', tx.client)
    .where('migration_id', '=', migration_id)
    .execute()
}

/** How many rows differ, and a text that changes with the figures, whatever sample was drawn. */
export const digestOf = async (
  tx: TenantTransaction,
  migration_id: string,
  sampleFailures: number,
): Promise<{ differences: number; digest: string }> => {
  const hash = sql`('x' || left(md5((rows.*)::text), 15))::bit(60)::bigint`
  const { rows } = await sql<{ differences: number; total: number; hashes: string }>`
    select count(*) filter (where is_different) as differences, count(*) as total, coalesce(sum(${hash}), 0)::text as hashes
    from legacy_reconciliation_rows rows
    where client = ${tx.client} and migration_id = ${migration_id} and grain <> 'sample'`.execute(tx.db)
  const { differences = 0, total = 0, hashes = '0' } = rows[0] ?? {}
  return { differences: differences + sampleFailures, digest: `${total}-${hashes}-${sampleFailures}` }
}

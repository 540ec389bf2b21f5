import { sql } from 'kysely'
import { compiledStatement, type Statement, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { lockDevicesStatement } from '../devices/index.ts'
import { latestOtherPayload, type RegisteredPayload } from '../payloads/index.ts'

type Arrival = Pick<
  RegisteredPayload,
  'device_reference' | 'sequence' | 'payload_reference' | 'payload_time' | 'group' | 'device_user_reference'
>

/**
 * The statement to execute before payloads are inserted, so that registrations of one device take turns: two batches that arrive at once
 * would otherwise each take the other's numbers for missing.
 */
export const takeTurnsStatement = (
  { client }: Pick<TenantTransaction, 'client'>,
  device_references: readonly string[],
): Statement => lockDevicesStatement({ client, device_references: [...new Set(device_references)] })

/**
 * The statement that keeps the gaps of devices, after payloads were inserted in the same transaction: afterwards the numbers of the open gaps of a
 * device are exactly those below its highest number that no payload has. It writes nothing if all numbers follow each other.
 */
export const arrivalsStatement = (
  { client, now }: Pick<TenantTransaction, 'client' | 'now'>,
  arrivals: readonly Arrival[],
): Statement => recordArrivals({ client, now, arrivals: storedJson(arrivals.map(arrivalOf)) })

const arrivalOf = (arrival: Arrival): Arrival => ({
  device_reference: arrival.device_reference,
  sequence: arrival.sequence,
  payload_reference: arrival.payload_reference,
  payload_time: arrival.payload_time,
  group: arrival.group,
  device_user_reference: arrival.device_user_reference,
})

/**
 * - `span`: what the arrivals cut into pieces: the gaps that have one of their numbers, and what lies between the highest number before and theirs.
 * - `cut`: each arrival within its span, with the one before.
 * - `piece`: what remains missing, below each arrival and above the last one. It has the time, group and person of the recording above.
 * - The first piece of a gap takes its row; of others, each gets a row of its own, named after the arrival next to it.
 *
 * Not prepared: a plan cached while `payloads` is empty may scan the whole account.
 */
const recordArrivals = compiledStatement<{ client: string; now: Date; arrivals: string }, unknown>(
  (_, { client, now, arrivals }) => sql`
    with arrival as (
      select * from json_to_recordset(${arrivals}::json) as arrival (device_reference text, sequence bigint,
        payload_reference text, payload_time timestamptz, "group" text, device_user_reference text)
    ), device as (
      select device_reference, max(sequence) as highest, array_agg(sequence) as sequences from arrival group by device_reference
    ), cut_gap as (
      select distinct gap.* from arrival cross join lateral (
        select * from sequence_gaps
        where client = ${client} and device_reference = arrival.device_reference and closed_at is null
          and first_missing <= arrival.sequence
        order by first_missing desc limit 1) gap
      where gap.last_missing >= arrival.sequence
    ), span as (
      select gap_reference, device_reference, first_missing, last_missing, before_time from cut_gap
      union all
      select null, device.device_reference, coalesce(latest.sequence + 1, 0), device.highest, latest.payload_time
      from device left join lateral ${latestOtherPayload(client, sql`device.device_reference`, sql`device.sequences`)} latest on true
      where device.highest > coalesce(latest.sequence + 1, 0)
    ), cut as (
      select span.gap_reference, span.first_missing, span.last_missing, span.before_time, arrival.*,
        lag(arrival.sequence) over below as previous, lag(arrival.payload_time) over below as previous_time,
        lag(arrival.payload_reference) over below as previous_reference,
        lead(arrival.sequence) over below is null as is_last
      from span join arrival on arrival.device_reference = span.device_reference
        and arrival.sequence between span.first_missing and span.last_missing
      window below as (partition by span.device_reference, span.first_missing order by arrival.sequence)
    ), piece as (
      select gap_reference, device_reference, device_user_reference, "group", coalesce(previous + 1, first_missing) as first_missing,
        sequence - 1 as last_missing, case when previous is null then before_time else previous_time end as before_time,
        payload_time as after_time, case when gap_reference is null then payload_reference else previous_reference end as own_reference
      from cut where sequence > coalesce(previous + 1, first_missing)
      union all
      select cut.gap_reference, cut.device_reference, gap.device_user_reference, gap."group", cut.sequence + 1, cut.last_missing,
        cut.payload_time, gap.after_time, cut.payload_reference
      from cut join cut_gap gap on gap.gap_reference = cut.gap_reference
      where cut.is_last and cut.sequence < cut.last_missing
    ), placed as (
      select piece.*, row_number() over (partition by gap_reference order by first_missing) as place from piece
    ), changed as (
      update sequence_gaps gap set
        first_missing = coalesce(placed.first_missing, gap.first_missing), last_missing = coalesce(placed.last_missing, gap.last_missing),
        before_time = case when placed.place is null then gap.before_time else placed.before_time end,
        after_time = coalesce(placed.after_time, gap.after_time), "group" = coalesce(placed."group", gap."group"),
        device_user_reference = case when placed.place is null then gap.device_user_reference else placed.device_user_reference end,
        closed_at = case when placed.place is null then ${now}::timestamptz end,
        version = gap.version + 1, updated_at = ${now}::timestamptz, updated_by = gap.device_reference
      from cut_gap left join placed on placed.gap_reference = cut_gap.gap_reference and placed.place = 1
      where gap.client = ${client} and gap.gap_reference = cut_gap.gap_reference
      returning 1
    )
    insert into sequence_gaps (client, gap_reference, device_reference, device_user_reference, "group", first_missing, last_missing,
      before_time, after_time, seen_since, reason, explanation, explained_at, explained_by, updated_at, updated_by)
    select ${client}::text, own_reference, placed.device_reference, placed.device_user_reference, placed."group", placed.first_missing,
      placed.last_missing, placed.before_time, placed.after_time, coalesce(gap.seen_since, ${now}::timestamptz), gap.reason, gap.explanation,
      gap.explained_at, gap.explained_by, ${now}::timestamptz, placed.device_reference
    from placed left join cut_gap gap on gap.gap_reference = placed.gap_reference
    where placed.gap_reference is null or placed.place > 1
    returning 1`,
)

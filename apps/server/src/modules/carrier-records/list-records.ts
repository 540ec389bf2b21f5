import type { Access } from '@holdfast/access'
import { type CallInput, type CarrierRecord, type calls, ProductError, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import type { GroupIndex } from '../../core/authorization/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition, containsText, isAnyOf } from '../../platform/database/index.ts'
import { type RecordingOfDevice, recordingsByReference } from '../payloads/index.ts'
import type { CarrierRecordRow } from './comparison/store-comparison.ts'

/**
 * `GET /carrier_records`: those of people in groups that the caller may see, the newest first. Records of numbers that no device has belong to
 * no group: whoever sees the files sees them.
 */
export const listCarrierRecords = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listCarrierRecords>,
) => {
  const visible = await ctx.groupsFor('carrier_records:read')
  const groups = await ctx.groups()
  return answerTableList(ctx, query, {
    table: 'carrier_records',
    key: ['begun_at', 'record_reference'],
    direction: 'desc',
    conditions: (filter) => [
      visibleRecords(ctx, visible),
      isAnyOf('group', filter.groups),
      isAnyOf('device_user_reference', filter.device_user_references),
      isAnyOf('device_reference', filter.device_references),
      containsText(['own_number', 'other_number'], filter.number),
      isAnyOf('outcome', filter.outcomes),
      isAnyOf('record_type', filter.record_types),
      isAnyOf('import_reference', filter.import_references),
      filter.is_signed_off === undefined
        ? undefined
        : sql<boolean>`(signed_off_at is not null) = ${filter.is_signed_off}`,
      begunFrom(filter.date_from),
      begunTo(filter.date_to),
    ],
    toItems: (rows) => withRecordings(ctx, groups, rows),
  })
}

/** `GET /carrier_records/{record_reference}`. @throws ProductError `request.not_found`, also for a record that the caller may not see */
export const getCarrierRecord = async (
  ctx: RequestContext,
  { params: { record_reference } }: CallInput<typeof calls.getCarrierRecord>,
): Promise<CarrierRecord> => {
  const visible = await ctx.groupsFor('carrier_records:read')
  const row = await ctx.read(({ db, client }) =>
    db
      .selectFrom('carrier_records')
      .selectAll()
      .where('client', '=', client)
      .where('record_reference', '=', record_reference)
      .where(allOf([visibleRecords(ctx, visible)]))
      .executeTakeFirst(),
  )
  const [record] = row ? await withRecordings(ctx, await ctx.groups(), [row]) : []
  if (!record) throw new ProductError('request.not_found')
  if (record.group !== null) ctx.setAuditGroup(record.group)
  return record
}

/** The condition on records that the caller may see. */
export const visibleRecords = (ctx: RequestContext, groups: readonly string[]): Condition =>
  ctx.access.can('carrier_imports:read')
    ? sql<boolean>`("group" = any(${groups}::text[]) or "group" is null)`
    : isAnyOf('group', groups)

const begunFrom = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`begun_at >= ${spanOfDateParameter(date).from}::timestamptz`

const begunTo = (date: string | undefined): Condition =>
  date === undefined ? undefined : sql<boolean>`begun_at < ${spanOfDateParameter(date).until}::timestamptz`

const withRecordings = async (
  ctx: RequestContext,
  groups: GroupIndex,
  rows: readonly CarrierRecordRow[],
): Promise<CarrierRecord[]> => {
  const references = rows.flatMap(({ payload_reference }) => payload_reference ?? [])
  const recordings = await ctx.read((tx) => recordingsByReference(tx, references))
  const shown = recordings.filter((recording) => maySee(ctx.access, groups, recording))
  const byReference = new Map(shown.map((recording) => [recording.payload_reference, recording]))
  return rows.map((row) => carrierRecordOf(row, byReference.get(row.payload_reference ?? '')))
}

const maySee = (access: Access, groups: GroupIndex, { group, payload_type }: RecordingOfDevice): boolean => {
  const known = groups.get(group)
  return known !== undefined && access.can('payloads:read', { group: known, payload_type })
}

const carrierRecordOf = (row: CarrierRecordRow, recording: RecordingOfDevice | undefined): CarrierRecord => ({
  client: row.client,
  record_reference: row.record_reference,
  outcome: row.outcome,
  record_type: row.record_type,
  time: row.begun_at,
  group: row.group,
  device_reference: row.device_reference === '' ? null : row.device_reference,
  device_user_reference: row.device_user_reference,
  own_number: row.own_number,
  carrier: carrierSideOf(row),
  has_recording: row.payload_reference !== null,
  recording: recording ? recordingSideOf(recording) : null,
  time_difference_s: row.time_difference_s,
  duration_difference_s: row.duration_difference_s,
  signed_off_at: row.signed_off_at,
  signed_off_by: row.signed_off_by,
  signed_off_reason: row.signed_off_reason,
})

const carrierSideOf = (row: CarrierRecordRow): CarrierRecord['carrier'] => {
  const { carrier_name, import_reference, row_number, other_number, direction, begun_at, duration_s } = row
  if (carrier_name === null || import_reference === null || row_number === null) return null
  const is_time_ambiguous = row.begun_at_later !== null
  return {
    carrier_name,
    import_reference,
    row_number,
    other_number,
    direction,
    begun_at,
    is_time_ambiguous,
    duration_s,
  }
}

const recordingSideOf = ({
  payload_reference,
  payload_type,
  payload_time,
  numbers,
  direction,
  duration_s,
}: RecordingOfDevice) => ({
  payload_reference,
  payload_type,
  payload_time,
  numbers,
  direction,
  duration_s,
})

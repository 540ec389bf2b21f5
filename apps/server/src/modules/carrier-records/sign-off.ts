import {
  type CallInput,
  type CarrierRecordsSignedOff,
  type calls,
  type ErrorCode,
  isCarrierException,
  ProductError,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { monthsBetween, recountMonths } from './comparison/record-counts.ts'
import type { CarrierRecordRow } from './comparison/store-comparison.ts'

/**
 * `PUT /carrier_records/sign_off`: why a record has no recording, or differs. Records that the caller may not see are answered as those that
 * do not exist.
 */
export const signOffCarrierRecords = async (
  ctx: RequestContext,
  { body: { record_references, reason } }: CallInput<typeof calls.signOffCarrierRecords>,
): Promise<CarrierRecordsSignedOff> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const rows = await lockRecords(tx, record_references)
    const byReference = new Map(rows.map((row) => [row.record_reference, row]))
    const decided = record_references.map((record_reference) => {
      const row = byReference.get(record_reference)
      return { record_reference, row, code: refusalFor(ctx, groups, row) }
    })
    const signed = decided.flatMap(({ row, code }) => (row && !code && row.signed_off_at === null ? [row] : []))
    const refused = decided.find(({ code }) => code)?.code
    if (refused) ctx.recordRefusal({ reason: refused, isDenial: isDenial(new ProductError(refused)) })
    if (signed.length === 0) tx.audit('record.unchanged', {}, [])
    else await store(ctx, tx, signed, reason)
    const isSigned = new Set(signed.map(({ record_reference }) => record_reference))
    return {
      items: decided.map(({ record_reference, code }) => ({
        record_reference,
        result: code ? 'refused' : isSigned.has(record_reference) ? 'signed_off' : 'unchanged',
        code,
        message: code && new ProductError(code).message,
      })),
    }
  })
}

const lockRecords = ({ db, client }: AuditedTransaction, references: readonly string[]): Promise<CarrierRecordRow[]> =>
  db
    .selectFrom('carrier_records')
    .selectAll()
    .where('client', '=', client)
    .where('record_reference', 'in', references)
    .orderBy('record_reference')
    .forUpdate()
    .execute()

const refusalFor = (ctx: RequestContext, groups: GroupIndex, row: CarrierRecordRow | undefined): ErrorCode | null => {
  if (!row) return 'request.not_found'
  if (row.group === null) {
    if (!ctx.access.can('carrier_imports:read')) return 'request.not_found'
    if (!ctx.access.can('carrier_imports:write')) return 'auth.forbidden'
  } else {
    const group = groups.get(row.group)
    if (!group || !ctx.access.can('carrier_records:read', { group })) return 'request.not_found'
    if (!ctx.access.can('carrier_records:write', { group })) return 'auth.forbidden'
  }
  return isCarrierException(row.outcome) ? null : 'carrier_record.no_exception'
}

/** Each group has the event of its records, so that nobody reads of those of another. */
const store = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  rows: readonly CarrierRecordRow[],
  reason: string,
): Promise<void> => {
  const references = rows.map(({ record_reference }) => record_reference)
  await sql`update carrier_records set signed_off_at = ${tx.now}, signed_off_by = ${ctx.actor.reference}::text, signed_off_reason = ${reason}::text
    where client = ${tx.client} and record_reference = any(${references}::text[])`.execute(tx.db)
  const devices = Map.groupBy(rows, ({ device_reference }) => device_reference)
  for (const [device_reference, ofDevice] of devices) {
    const months = ofDevice.flatMap(({ begun_at }) => monthsBetween(new Date(begun_at), new Date(begun_at)))
    await recountMonths(tx, device_reference, [...new Map(months.map((month) => [month.getTime(), month])).values()])
  }
  const byGroup = Map.groupBy(rows, ({ group }) => group)
  if (byGroup.size === 1 && rows[0]?.group) ctx.setAuditGroup(rows[0].group)
  for (const [group, ofGroup] of byGroup) {
    const record_references = ofGroup.map(({ record_reference }) => record_reference)
    tx.audit('carrier_record.signed_off', { record_references, reason, group }, [group])
    await tx.notify({ kind: 'carrier_record', reference: '', state: null, payload_type: null, group })
  }
}

import { type CallInput, type calls, type LeftBehind, type LeftBehindItem, maxLeftBehind } from '@holdfast/contract'
import { visitorReference } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type ExistingRecord, existingRecords } from './existing-records.ts'
import { findRequest } from './support-request.ts'
import { type ChangedRecord, recordsChangedInVisit } from './visit-changed-records.ts'

/** `GET /supportaccess/{request_reference}/left_behind`: what a visit created or changed and what of it still exists. */
export const getLeftBehind = (
  ctx: RequestContext,
  { params: { request_reference } }: CallInput<typeof calls.getLeftBehind>,
): Promise<LeftBehind> =>
  ctx.read(async (tx) => {
    const { requested_by } = await findRequest(tx, request_reference)
    const visitor = visitorReference(requested_by)
    const records = await recordsChangedInVisit(tx, request_reference)
    const items: LeftBehindItem[] = []
    for (const [kind, ofKind] of Map.groupBy(records, (record) => record.kind)) {
      const present = new Map((await readPresent(tx, kind, ofKind)).map((one) => [one.reference, one]))
      items.push(...ofKind.flatMap((record) => itemOf(record, present.get(record.reference), visitor) ?? []))
    }
    return { items: items.slice(0, maxLeftBehind), total: items.length }
  })

const readPresent = (
  tx: TenantTransaction,
  kind: ChangedRecord['kind'],
  records: readonly ChangedRecord[],
): Promise<ExistingRecord[]> =>
  existingRecords[kind](
    tx,
    records.map(({ reference }) => reference),
  )

const itemOf = (record: ChangedRecord, present: ExistingRecord | undefined, visitor: string): LeftBehindItem | null => {
  if (!present) return null
  const { kind, reference, is_new, changed_at } = record
  const { updated_by, updated_at } = present
  return {
    kind,
    reference: reference === '' ? null : reference,
    is_new,
    changed_at,
    changed_since: updated_by === visitor ? null : { updated_by, updated_at },
  }
}

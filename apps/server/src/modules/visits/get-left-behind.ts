import {
  type CallInput,
  type calls,
  type LeftBehind,
  type LeftBehindItem,
  type LeftBehindKind,
  maxLeftBehind,
} from '@holdfast/contract'
import { visitorReference } from '../../core/accounts/index.ts'
import { accountDefaults } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { LastChange, TenantTransaction } from '../../platform/database/index.ts'
import { lastChangesOfApps } from '../client-apps/index.ts'
import { lastChangesOfComments } from '../comments/index.ts'
import { lastChangesOfBlocks } from '../devices/index.ts'
import { lastChangesOfGroups } from '../groups/index.ts'
import { lastChangesOfRoles } from '../roles/index.ts'
import { findRequest } from '../support-access/index.ts'
import { lastChangesOfTags } from '../tags/index.ts'
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
      const references = ofKind.map(({ reference }) => reference)
      const present = new Map((await readLastChanges[kind](tx, references)).map((one) => [one.reference, one]))
      items.push(...ofKind.flatMap((record) => itemOf(record, present.get(record.reference), visitor) ?? []))
    }
    return { items: items.slice(0, maxLeftBehind), total: items.length }
  })

type ReadLastChanges = (tx: TenantTransaction, references: readonly string[]) => Promise<LastChange[]>

/** Reads who changed the records last, for each kind. Leaves out records that no longer exist. */
const readLastChanges: Readonly<Record<LeftBehindKind, ReadLastChanges>> = {
  account_defaults: async (tx) => {
    const changes = await accountDefaults.lastChanges(tx, [tx.client])
    return changes.map((change) => ({ ...change, reference: '' }))
  },
  app: lastChangesOfApps,
  comment: lastChangesOfComments,
  device_block: lastChangesOfBlocks,
  group: lastChangesOfGroups,
  role: lastChangesOfRoles,
  tag: lastChangesOfTags,
}

const itemOf = (record: ChangedRecord, present: LastChange | undefined, visitor: string): LeftBehindItem | null => {
  if (!present) return null
  const { updated_by, updated_at } = present
  return {
    ...record,
    reference: record.reference === '' ? null : record.reference,
    changed_since: updated_by === visitor ? null : { updated_by, updated_at },
  }
}

import type { ChangedGroup, LeftBehindKind } from '@holdfast/contract'
import { type AuditedEvent, callsOfVisit } from '../../core/activities/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** A record that a visit created or changed, and did not delete. */
export interface ChangedRecord {
  kind: LeftBehindKind
  /** Empty for the account defaults, which exist once. */
  reference: string
  /** Of a comment. */
  payload_reference?: string
  is_new: boolean
  changed_at: string
}

/** The names under which details identify the changed record. */
const referenceNames: Readonly<Record<LeftBehindKind, string>> = {
  account_defaults: '',
  app: 'app_reference',
  comment: 'comment_id',
  device_block: 'device_reference',
  group: 'group_reference',
  role: 'role_reference',
  tag: 'tag_key',
}

/** Number of trail rows per query. */
const batchRows = 500

/** Reads from the trail what a visit created or changed and did not delete again, oldest change first. */
export const recordsChangedInVisit = async (
  tx: TenantTransaction,
  request_reference: string,
): Promise<ChangedRecord[]> => {
  const records = new Map<string, ChangedRecord>()
  for (let after = ''; ; ) {
    const rows = await callsOfVisit(tx, { request_reference, after, limit: batchRows })
    for (const { activity_time, events } of rows) {
      for (const event of events) applyEvent(records, event, activity_time)
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return [...records.values()]
    after = last.log_id
  }
}

const applyEvent = (records: Map<string, ChangedRecord>, audited: AuditedEvent, changed_at: string): void => {
  const { details } = audited
  const [noun = '', what] = namedAsRecord(audited).split('.')
  // Groups whose tags were adjusted to a definition were changed as well.
  for (const { group_reference } of (details.changed_groups as ChangedGroup[] | undefined) ?? []) {
    addRecord(records, { kind: 'group', reference: group_reference, is_new: false, changed_at })
  }
  if (!isKind(noun)) return
  const reference = String(details[referenceNames[noun]] ?? '')
  if (what === 'updated' && JSON.stringify(details.before) === JSON.stringify(details.after)) return
  if (what === 'deleted') records.delete(keyOf({ kind: noun, reference }))
  else addRecord(records, { kind: noun, reference, ...placeOf(audited), is_new: what === 'created', changed_at })
}

/** Comments have no screen of their own. */
const placeOf = ({ event, details }: AuditedEvent): Pick<ChangedRecord, 'payload_reference'> =>
  event.startsWith('comment.') ? { payload_reference: String(details.payload_reference) } : {}

/** Maps events of other names to those of a record: a block is stored in the device's row, and closing deletes a comment. */
const namedAsRecord = ({ event, details }: AuditedEvent): string => {
  if (event === 'comment.closed') return 'comment.deleted'
  if (event === 'device.unblocked') return 'device_block.deleted'
  if (event !== 'device.blocked') return event
  const before = details.before as { is_blocked: boolean }
  return before.is_blocked ? 'device_block.updated' : 'device_block.created'
}

const isKind = (noun: string): noun is LeftBehindKind => Object.hasOwn(referenceNames, noun)

const addRecord = (records: Map<string, ChangedRecord>, record: ChangedRecord): void => {
  const known = records.get(keyOf(record))
  records.set(keyOf(record), { ...record, is_new: record.is_new || (known?.is_new ?? false) })
}

const keyOf = ({ kind, reference }: Pick<ChangedRecord, 'kind' | 'reference'>): string => `${kind} ${reference}`

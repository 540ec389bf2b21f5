import type { NotificationKind } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import type { QueueRow } from './queue-record.ts'

/** What became somebody's to review in a queue: one entry for each recording, `null` if nobody has it. */
interface Assigned {
  kind: NotificationKind
  caused_by: string | null
  people: readonly (string | null)[]
}

/** Notifies each of these people once, with how many recordings it is about. */
export const notifyReviewers = (
  tx: TenantTransaction,
  { queue_reference, name }: Pick<QueueRow, 'queue_reference' | 'name'>,
  { kind, caused_by, people }: Assigned,
): Promise<void> => {
  const counts = Map.groupBy(
    people.filter((person) => person !== null),
    (person) => person,
  )
  return notifyPeople(
    tx,
    [...counts].map(([recipient, { length: items }]) => ({
      recipient,
      kind,
      caused_by,
      reference: queue_reference,
      name,
      items,
    })),
  )
}

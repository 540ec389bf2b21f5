import type { Group } from '@holdfast/access'
import { type Action, contentActions, contentTypes, type ErrorCode, type PayloadType } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { rightsOf } from '../portal-users/index.ts'
import type { MayReview } from './deal-reviews.ts'

interface Groups {
  get(group_reference: string): Group | undefined
}

const seeing: readonly Action[] = ['payloads:read', 'reviews:write']

/** Each of these sets of actions is enough. Diagnostics are saved, not played. */
const waysToReview = (type: PayloadType): readonly (readonly Action[])[] => {
  if (contentTypes[type]?.length === 0) return [seeing]
  const opening = type === 'Diagnostics' ? (['payloads:download'] as const) : contentActions
  return opening.map((action) => [...seeing, action])
}

type Recording = Parameters<MayReview>[1]

/**
 * With which code recordings are refused that none of these people may review: if some of them may see and mark them, it says which right
 * to open them is missing.
 */
export const refusalOfReviewers = async (
  tx: TenantTransaction,
  groups: Groups,
  { people, mayReview }: { people: readonly string[]; mayReview: MayReview },
): Promise<(recordings: readonly Recording[]) => ErrorCode> => {
  const maySee = await rightsOf(tx, people, seeing)
  return (recordings) => {
    const unopened = recordings.filter((recording) => {
      const { group: reference, payload_type } = recording
      const group = groups.get(reference)
      const isSeen = group !== undefined && people.some((person) => maySee(person, { group, payload_type }))
      return isSeen && !people.some((person) => mayReview(person, recording))
    })
    if (unopened.length === 0) return 'review_queue.nobody_may_review'
    const areDiagnostics = unopened.every(({ payload_type }) => payload_type === 'Diagnostics')
    return areDiagnostics ? 'review_queue.nobody_may_download' : 'review_queue.nobody_may_play'
  }
}

/**
 * Whether these people may see recordings, open them and mark them as reviewed, by the roles that they have now. Recordings whose type
 * has no content need no right to open it.
 * @param groups those of the account, by reference
 */
export const mayReviewIn = async (
  tx: TenantTransaction,
  groups: Groups,
  user_references: readonly string[],
): Promise<MayReview> => {
  const may = await rightsOf(tx, user_references, waysToReview)
  return (person, { group: reference, payload_type }) => {
    const group = groups.get(reference)
    return group !== undefined && may(person, { group, payload_type })
  }
}

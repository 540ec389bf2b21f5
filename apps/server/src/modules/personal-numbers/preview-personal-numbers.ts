import {
  type CallInput,
  type calls,
  type PersonalNumbersPreview,
  payloadTypes,
  personalNumberPreviewDays,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { sameNumberAs } from '../../platform/same-number.ts'
import { type RecordingsWithNumbers, recordingsOfPerson } from '../payloads/index.ts'
import { findPersonWithNumbers } from './person-with-numbers.ts'
import { activePersonalNumbers } from './personal-numbers.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * `POST /personal_numbers/preview`: numbers are compared as they will be when recordings arrive. Recordings that the caller may not see
 * count nowhere.
 * @throws ProductError `request.not_found`
 */
export const previewPersonalNumbers = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewPersonalNumbers>,
): Promise<PersonalNumbersPreview> => {
  const { device_user_reference, numbers } = body
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  return ctx.read(async (tx) => {
    await findPersonWithNumbers(ctx, tx, device_user_reference)
    const active = await activePersonalNumbers(tx, device_user_reference)
    const since = new Date(tx.now.getTime() - personalNumberPreviewDays * dayMs).toISOString()
    const { found, is_capped } = await recordingsOfPerson(tx, visible, { device_user_reference, since })
    const recordingsWith = byNumber(found)
    const items = [...new Set(numbers)].map((personal_number) => {
      const recordings = recordingsWith(personal_number)
      return {
        personal_number,
        is_active: active.includes(personal_number),
        recordings: recordings.reduce((sum, { count }) => sum + count, 0),
        last_time:
          recordings
            .map(({ last_time }) => last_time)
            .sort()
            .at(-1) ?? null,
      }
    })
    return { since, is_capped, items }
  })
}

/** The same numbers occur in many recordings: each is compared once. */
const byNumber = (found: readonly RecordingsWithNumbers[]) => {
  const recorded = found.flatMap((recordings) => recordings.numbers.map((number) => ({ recordings, number })))
  const recordingsWith = [...Map.groupBy(recorded, ({ number }) => number)]
  return (personal_number: string): RecordingsWithNumbers[] => {
    const matches = sameNumberAs(personal_number)
    const same = recordingsWith.flatMap(([number, listed]) => (matches(number) ? listed : []))
    return [...new Set(same.map(({ recordings }) => recordings))]
  }
}

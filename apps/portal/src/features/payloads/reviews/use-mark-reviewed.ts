import { calls } from '@holdfast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'
import { dropPendingMark } from './pending-marks.ts'

/** Marks a recording as reviewed at once. `name` is the recording in words. A refusal of the recording is in `refusal`. */
export const useMarkReviewed = (payloadReference: string, name: string, onMarked: () => void) => {
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payloadReference)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.markReviewed,
    changes: [calls.listReviewMarks],
    onSaved: ({ items: [item] }, isShown) => {
      if (item?.result === 'refused') return setRefused(new ApiError(409, item as Pick<typeof item, 'message'>))
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payloadReference))
      notice(text('reviews.done'), [item?.mark?.disposition, name].filter(Boolean).join(' · '))
      if (isShown) onMarked()
    },
  })
  const mark = (disposition: string, note: string) => {
    setRefused(null)
    // What is said here replaces what a key said before.
    dropPendingMark(payloadReference)
    const written = note.trim()
    save({ body: { payload_references: [payloadReference], disposition, ...(written !== '' && { note: written }) } })
  }
  return { mark, isMarking: isSaving, refusal: refused ?? refusal }
}

import { calls } from '@holdfast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text } from '../../../shared/i18n/text.ts'
import { failureNotice, notice } from '../../../shared/notices/notice.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'

/** Marks a recording as reviewed. A refusal of the recording is in `refusal`, and is shown as a notice where nothing else shows it. */
export const useMarkReviewed = (payloadReference: string, onMarked?: () => void, isQuiet = false) => {
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payloadReference)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.markReviewed,
    changes: [calls.listReviewMarks],
    onSaved: ({ items: [item] }, isShown) => {
      if (item?.result === 'refused') {
        const error = new ApiError(409, item as Pick<typeof item, 'message'>)
        if (!isQuiet) failureNotice(error)
        return setRefused(error)
      }
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payloadReference))
      notice(text('reviews.done'), item?.mark?.disposition)
      if (isShown) onMarked?.()
    },
  })
  const mark = (disposition: string, note: string) => {
    setRefused(null)
    const written = note.trim()
    save({ body: { payload_references: [payloadReference], disposition, ...(written !== '' && { note: written }) } })
  }
  return { mark, isMarking: isSaving, refusal: refused ?? refusal }
}

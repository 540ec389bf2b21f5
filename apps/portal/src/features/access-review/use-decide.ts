import { type AccessReview, type CallInput, calls } from '@holdfast/contract'
import { useSave } from '../../shared/forms/use-save.ts'
import { text } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'

export const changedByDecision = [calls.listAccessReviewItems, calls.getAccessReview, calls.listAccessReviews]

/** Decides on rows of a review and says what became of the first. */
export const useDecide = ({ review_reference, group_reference }: AccessReview, onDone?: () => void) => {
  const { save, isSaving, refusal } = useSave({
    call: calls.decideAccessReview,
    changes: changedByDecision,
    onSaved: ({ items: [first] }) => {
      if (first) notice(text(`access_reviews.done_${first.result}`), group_reference)
      onDone?.()
    },
  })
  const decide = (body: CallInput<typeof calls.decideAccessReview>['body']) =>
    save({ params: { review_reference }, body })
  return { decide, isSaving, refusal }
}

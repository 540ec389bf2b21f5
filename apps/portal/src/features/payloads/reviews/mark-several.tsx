import { calls } from '@holdfast/contract'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { DispositionFields, useDisposition } from './disposition-fields.tsx'

/** Marks the selected recordings as reviewed, with the same disposition and note. */
export const MarkSeveral = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const { profile } = useProfile()
  const dispositions = profile?.account_settings.dispositions ?? []
  const chosen = useDisposition(dispositions, { disposition: dispositions[0]?.name ?? '', note: '' })
  const { name: disposition, isComplete } = chosen
  const submit = () => {
    const written = chosen.note.trim()
    onStart(async (references) => {
      const body = { payload_references: [...references], disposition, ...(written !== '' && { note: written }) }
      return (await readApi(calls.markReviewed, { body })).items
    })
  }
  return (
    <DialogForm label={t('reviews.mark')} isComplete={isComplete} onSubmit={submit} onCancel={onClose}>
      <DispositionFields {...chosen} />
    </DialogForm>
  )
}

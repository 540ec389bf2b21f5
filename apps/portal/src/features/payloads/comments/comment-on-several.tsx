import { calls, maxCommentCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { randomToken } from '../../../shared/session/pkce.ts'

/** Writes the same comment on each of the selected recordings. */
export const CommentOnSeveral = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [message, setMessage] = useState('')
  const submit = () => {
    const idempotency_key = randomToken()
    onStart(async (references) => {
      const body = { payload_references: [...references], message, idempotency_key }
      return (await readApi(calls.commentOnPayloads, { body })).items
    })
  }
  return (
    <DialogForm label={t('comment.send')} isComplete={message.trim() !== ''} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('comment.on_several_hint')}</Text>
      <Textarea
        label={t('comment.body')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxCommentCharacters}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

import { calls, hasMention } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { randomToken } from '../../../shared/session/pkce.ts'
import { MentionInput } from './mention-input.tsx'

/** Writes the same comment on each of the selected recordings. An `@` offers those who may read the first one. */
export const CommentOnSeveral = ({ references: selected, onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [message, setMessage] = useState('')
  const [mentions, setMentions] = useState<ReadonlySet<string>>(new Set())
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = () => {
    const idempotency_key = randomToken()
    const mentioned = [...mentions].filter((person) => hasMention(message, person))
    onStart(async (references) => {
      const body = { payload_references: [...references], message, mentions: mentioned, idempotency_key }
      return (await readApi(calls.commentOnPayloads, { body })).items
    })
  }
  return (
    <DialogForm label={t('comment.send')} isComplete={message.trim() !== ''} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('comment.on_several_hint')}</Text>
      <MentionInput
        payloadReference={selected[0] ?? ''}
        field={field}
        label={t('comment.body')}
        value={message}
        isReadOnly={false}
        onChange={setMessage}
        onMention={(person) => setMentions((before) => new Set([...before, person]))}
        onKeyDown={() => undefined}
      />
    </DialogForm>
  )
}

import { calls, maxCommentCharacters } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { randomToken } from '../../../shared/session/pkce.ts'

/** Writes the same comment on each of the selected recordings. */
export const CommentOnSeveral = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [message, setMessage] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const idempotency_key = randomToken()
    onStart(async (references) => {
      const body = { payload_references: [...references], message, idempotency_key }
      return (await readApi(calls.commentOnPayloads, { body })).items
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={message.trim() === ''}>
            {t('comment.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

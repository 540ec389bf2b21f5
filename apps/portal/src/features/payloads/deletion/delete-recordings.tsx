import { calls, maxDeletionReasonCharacters } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Deletes the selected recordings, all with the same reason. */
export const DeleteRecordings = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const isGiven = /[^\s\p{Cf}]/u.test(reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isGiven) return
    onStart(async (references) => {
      const body = { payload_references: [...references], reason: reason.trim() }
      return (await readApi(calls.deletePayloads, { body })).items
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('deletion.body_of')}</Text>
        <Textarea
          label={t('deletion.reason')}
          description={t('deletion.reason_hint_of')}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxDeletionReasonCharacters}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isGiven}>
            {t('deletion.delete')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

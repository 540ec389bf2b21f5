import { calls, maxReceiptNoteCharacters } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../shared/list/selection/selection-action.ts'

/** Confirms the receipt of the selected recordings. */
export const ConfirmReceipts = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const written = note.trim()
    onStart(async (references) => {
      const body = { payload_references: [...references], ...(written !== '' && { note: written }) }
      return (await readApi(calls.confirmReceipts, { body })).items
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('receipts.body_of')}</Text>
        <Textarea
          label={t('receipts.note')}
          description={t('receipts.note_hint_of')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxReceiptNoteCharacters}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit">{t('receipts.confirm')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

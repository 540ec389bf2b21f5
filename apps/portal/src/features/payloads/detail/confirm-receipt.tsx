import { calls, maxReceiptNoteCharacters, type Payload } from '@holdfast/contract'
import { Button, Modal, Text, Textarea, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconReceipt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { usePayloadAudit, useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'
import { useRecordingName } from '../use-recording-name.ts'

/** Whether the content can have been received (docs/decisions/0039). The server decides when somebody confirms it. */
const isReceivable = ({ payload_state, is_personal_number }: Payload): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

/** Confirms the receipt of the recording. Nothing for people who may not, and for recordings that nobody can have received. */
export const ConfirmReceipt = ({ payload }: { payload: Payload }) => {
  const can = useCan()
  return can('receipts:write') && isReceivable(payload) ? <ReceiptAction payload={payload} /> : null
}

const ReceiptAction = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { profile } = useProfile()
  const { data } = usePayloadAudit(payload.payload_reference, false)
  const [isOpen, { open, close }] = useDisclosure(false)
  const own = data?.pages[0]?.receipts.find(({ user }) => user === profile?.user_reference)
  return (
    <>
      <Tooltip label={t('receipts.own')} disabled={!own}>
        <Button
          variant="default"
          size="xs"
          leftSection={own ? <IconCheck size={16} /> : <IconReceipt size={16} />}
          // Keeps the focus and its tooltip, which a disabled button does not have.
          data-disabled={own !== undefined || undefined}
          aria-disabled={own !== undefined}
          onClick={own ? undefined : open}
        >
          {t('receipts.confirm')}
        </Button>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('receipts.title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <ReceiptForm payload={payload} onDone={close} />
      </Modal>
    </>
  )
}

interface ReceiptFormProps {
  payload: Payload
  onDone: () => void
}

const ReceiptForm = ({ payload, onDone }: ReceiptFormProps) => {
  const t = useText()
  const name = useRecordingName(payload)
  const { payload_reference: payloadReference } = payload
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payloadReference)
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.confirmReceipts,
    changes: [],
    onSaved: ({ items: [item] }) => {
      if (item?.result === 'refused') return setRefused(new ApiError(409, item as Pick<typeof item, 'message'>))
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payloadReference))
      notice(text('receipts.done'), name)
      onDone()
    },
  })
  const confirm = () => {
    setRefused(null)
    const written = note.trim()
    save({ body: { payload_references: [payloadReference], ...(written !== '' && { note: written }) } })
  }
  return (
    <DialogForm
      label={t('receipts.confirm')}
      isSaving={isSaving}
      refusal={refused ?? refusal}
      onSubmit={confirm}
      onCancel={onDone}
    >
      <Text size="sm">{t('receipts.body')}</Text>
      <Textarea
        label={t('receipts.note')}
        description={t('receipts.note_hint')}
        maxLength={maxReceiptNoteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

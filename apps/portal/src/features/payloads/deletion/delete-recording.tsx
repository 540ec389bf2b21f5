import { calls, maxDeletionReasonCharacters, type Payload, settledPayloadStates } from '@holdfast/contract'
import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'
import { useRecordingName } from '../use-recording-name.ts'

/** Deletes the recording, with a reason. Nothing for people who may not, and for recordings that are deleted or still on their way. */
export const DeleteRecording = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const can = useCan()
  const [isOpen, { open, close }] = useDisclosure(false)
  const isSettled = settledPayloadStates.some((state) => state === payload.payload_state)
  if (!can('payloads:delete') || !isSettled) return null
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={open}>
        {t('deletion.delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('deletion.title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DeletionForm payload={payload} onDone={close} />
      </Modal>
    </>
  )
}

interface DeletionFormProps {
  payload: Payload
  onDone: () => void
}

const DeletionForm = ({ payload, onDone }: DeletionFormProps) => {
  const t = useText()
  const name = useRecordingName(payload)
  const { payload_reference: payloadReference } = payload
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payloadReference)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.deletePayloads,
    changes: [],
    onSaved: ({ items: [item] }) => {
      if (item?.result === 'refused') return setRefused(new ApiError(409, item as Pick<typeof item, 'message'>))
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payloadReference))
      notice(text('deletion.done'), name)
      onDone()
    },
  })
  const confirm = () => {
    setRefused(null)
    save({ body: { payload_references: [payloadReference], reason: reason.trim() } })
  }
  return (
    <DialogForm
      label={t('deletion.delete')}
      color="red"
      isComplete={/[^\s\p{Cf}]/u.test(reason)}
      isSaving={isSaving}
      refusal={refused ?? refusal}
      onSubmit={confirm}
      onCancel={onDone}
    >
      <Text size="sm">{t('deletion.body')}</Text>
      <Textarea
        label={t('deletion.reason')}
        description={t('deletion.reason_hint')}
        withAsterisk
        maxLength={maxDeletionReasonCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

import type { CallDeclaration, CallInput, Device } from '@holdfast/contract'
import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { useText } from '../../shared/i18n/text.ts'
import { changesOfDevice, useShowSaved } from './device-query.ts'

interface ReasonDialogProps<C extends CallDeclaration> {
  device_reference: string
  /** Takes a reason, and answers with the device. */
  call: C
  label: string
  title: string
  body: string
  onSaved: () => void
}

/** A button that changes a device for a reason that others can read. */
export const ReasonDialog = <C extends CallDeclaration>(props: ReasonDialogProps<C>) => {
  const { device_reference, call, label, title, body, onSaved } = props
  const t = useText()
  const show = useShowSaved()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const { save, isSaving, refusal } = useSave({
    call,
    changes: changesOfDevice,
    onSaved: (saved) => {
      close()
      show(saved as Device)
      onSaved()
    },
  })
  const submit = () =>
    save({ params: { device_reference }, body: { reason: reason.trim() } } as unknown as Partial<CallInput<C>>)
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={label}
          color="red"
          isComplete={/[^\s\p{Cf}]/u.test(reason)}
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={submit}
          onCancel={close}
        >
          <Text size="sm">{body}</Text>
          <Textarea
            label={t('device.block_reason')}
            description={t('device.block_reason_hint')}
            withAsterisk
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </DialogForm>
      </Modal>
    </>
  )
}

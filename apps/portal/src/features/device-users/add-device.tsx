import { calls, DeviceReference, fieldProblem } from '@holdfast/contract'
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'

/** Adds a device of a person before it authenticates, so that it is known to be missing until it does. */
export const AddDevice = ({ person, onAdded }: { person: string; onAdded: () => void }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [reference, setReference] = useState('')
  const device_reference = reference.trim()
  const { save, isSaving, refusal } = useSave({
    call: calls.putDevice,
    changes: [calls.listDevices, calls.listDeviceUserDevices],
    onSaved: () => {
      close()
      setReference('')
      notice(text('user.device_added'), device_reference)
      onAdded()
    },
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t('user.add_device')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('user.add_device')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={t('user.add_device')}
          isComplete={fieldProblem(DeviceReference, device_reference) === null}
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={() => save({ params: { device_reference }, body: { device_user_reference: person } })}
          onCancel={close}
        >
          <Text size="sm">{t('user.add_device_hint')}</Text>
          <TextInput
            label={t('user.serial_number')}
            withAsterisk
            spellCheck={false}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            data-autofocus
          />
        </DialogForm>
      </Modal>
    </>
  )
}

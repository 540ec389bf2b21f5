import { calls, type Device } from '@holdfast/contract'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'

const changes = [calls.listDevices]

const useShowSaved = () => {
  const queryClient = useQueryClient()
  return (saved: Device) => queryClient.setQueryData(['device', saved.device_reference], saved)
}

const Block = ({ reference }: { reference: string }) => {
  const t = useText()
  const show = useShowSaved()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const blocking = useSave({
    call: calls.blockDevice,
    changes,
    onSaved: (saved) => {
      show(saved)
      notice(text('device.block_done'), reference)
    },
  })
  return (
    <>
      <Text size="sm">{t('device.block_hint')}</Text>
      <Button variant="default" onClick={open}>
        {t('device.block')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('device.block_title', { device: reference })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack>
          <Text size="sm">{t('device.block_body')}</Text>
          <Textarea
            label={t('device.block_reason')}
            autosize
            required
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Refusal refusal={blocking.refusal} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <Button
              color="red"
              disabled={reason.trim() === ''}
              loading={blocking.isSaving}
              onClick={() =>
                blocking.save({ params: { device_reference: reference }, body: { reason: reason.trim() } })
              }
            >
              {t('device.block')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

const Lift = ({ reference }: { reference: string }) => {
  const t = useText()
  const show = useShowSaved()
  const lifting = useSave({
    call: calls.unblockDevice,
    changes,
    onSaved: (saved) => {
      show(saved)
      notice(text('device.unblock_done'), reference)
    },
  })
  return (
    <>
      <Text size="sm">{t('device.blocked_hint')}</Text>
      <Refusal refusal={lifting.refusal} />
      <ConfirmButton
        variant="default"
        color="cerulean"
        label={t('device.unblock')}
        title={t('device.unblock_title', { device: reference })}
        body={t('device.unblock_body')}
        isBusy={lifting.isSaving}
        onConfirm={() => lifting.save({ params: { device_reference: reference } })}
      />
    </>
  )
}

/** Blocks a device that must stay out, with a reason, and lifts the block. */
export const DeviceBlock = ({ device: { device_reference, is_blocked } }: { device: Device }) => {
  const t = useText()
  return (
    <Panel title={t('device.access')}>
      <Stack align="flex-start">
        {is_blocked ? <Lift reference={device_reference} /> : <Block reference={device_reference} />}
      </Stack>
    </Panel>
  )
}

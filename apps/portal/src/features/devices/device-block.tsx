import { calls, type Device } from '@holdfast/contract'
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './device-block.module.css'
import { deviceQuery } from './device-query.ts'

const changes = [calls.listDevices, calls.listDeviceUserDevices]

const useShowSaved = () => {
  const queryClient = useQueryClient()
  return (saved: Device) => queryClient.setQueryData(deviceQuery(saved.device_reference).queryKey, saved)
}

/** Blocks a device, for a reason that others can read. */
export const BlockDevice = ({ device: { device_reference: reference } }: { device: Device }) => {
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
  const block = () => blocking.save({ params: { device_reference: reference }, body: { reason: reason.trim() } })
  return (
    <Panel title={t('device.access')}>
      <Stack align="flex-start">
        <Text size="sm">{t('device.block_hint')}</Text>
        <Button variant="default" onClick={open}>
          {t('device.block')}
        </Button>
      </Stack>
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
            description={t('device.block_reason_hint')}
            autosize
            minRows={2}
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
            <Button color="red" disabled={reason.trim() === ''} loading={blocking.isSaving} onClick={block}>
              {t('device.block')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Panel>
  )
}

/** Who blocked the device, and why, with a button to unblock it. */
export const BlockedDevice = ({ device, isReadOnly }: { device: Device; isReadOnly: boolean }) => {
  const t = useText()
  const show = useShowSaved()
  const reference = device.device_reference
  const lifting = useSave({
    call: calls.unblockDevice,
    changes,
    onSaved: (saved) => {
      show(saved)
      notice(text('device.unblock_done'), reference)
    },
  })
  return (
    <Alert color="red" mb="md" role="note" icon={<IconBan aria-hidden />} title={t('device.blocked_title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('device.blocked_hint')}</Text>
        {device.blocked_reason && <p className={classes.reason}>{device.blocked_reason}</p>}
        {device.blocked_at && (
          <Text size="sm">
            {t('device.blocked_by', { who: device.blocked_by ?? '–' })}, <Moment time={device.blocked_at} />
          </Text>
        )}
        <Refusal refusal={lifting.refusal} />
        {!isReadOnly && (
          <ConfirmButton
            variant="default"
            color="cerulean"
            label={t('device.unblock')}
            title={t('device.unblock_title', { device: reference })}
            body={t('device.unblock_body')}
            isBusy={lifting.isSaving}
            onConfirm={() => lifting.save({ params: { device_reference: reference } })}
          />
        )}
      </Stack>
    </Alert>
  )
}

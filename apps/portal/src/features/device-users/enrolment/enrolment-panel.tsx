import type { DeviceUser } from '@holdfast/contract'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { EnrolHandset } from './enrol-handset.tsx'

/** Lets a handset authenticate for a person without device management. */
export const EnrolmentPanel = ({ user }: { user: DeviceUser }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <Panel title={t('enrol.title')}>
      <Stack align="flex-start">
        <Text size="sm">{t('enrol.hint')}</Text>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconDeviceMobilePlus size={16} />}
          onClick={open}
        >
          {t('enrol.enrol')}
        </Button>
      </Stack>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('enrol.enrol')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <EnrolHandset user={user} onDone={close} />
      </Modal>
    </Panel>
  )
}

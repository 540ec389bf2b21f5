import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useText } from '../../../shared/i18n/text.ts'
import { SendCommandForm } from './send-command-form.tsx'

interface SendCommandProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Which device gets it; absent: to be chosen. */
  device?: string
}

/** A button that opens the form for a command. */
export const SendCommand = ({ device, ...button }: SendCommandProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} {...button}>
        {t('command.send_one')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('command.send_one')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <SendCommandForm device={device} onDone={close} />
      </Modal>
    </>
  )
}

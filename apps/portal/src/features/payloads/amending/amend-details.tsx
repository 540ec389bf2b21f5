import type { PayloadDetail } from '@holdfast/contract'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { AmendForm } from './amend-form.tsx'

/** Opens the dialog that corrects details of the recording. Nothing for people who may not, and of a destroyed recording. */
export const AmendDetails = ({ payload }: { payload: PayloadDetail }) => {
  const t = useText()
  const can = useCan()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!can('payloads:update') || payload.payload_state === 'Destroyed') return null
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={open}>
        {t('amend.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('amend.title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <AmendForm payload={payload} onDone={close} />
      </Modal>
    </>
  )
}

import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useText } from '../../../shared/i18n/text.ts'
import { AddNumbersForm } from './add-numbers-form.tsx'

interface AddNumbersProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Whose numbers they are; absent: to be chosen. */
  person?: string
}

/** A button that opens the form for personal numbers. */
export const AddNumbers = ({ person, ...button }: AddNumbersProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open} {...button}>
        {t('numbers.add')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('numbers.add')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <AddNumbersForm person={person} onDone={close} />
      </Modal>
    </>
  )
}

import type { PersonalNumberRecord } from '@holdfast/contract'
import { Anchor, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useText } from '../../../shared/i18n/text.ts'
import { factsOf } from '../../../shared/list/fields.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { personalNumberFields } from './personal-number-fields.tsx'

/** A personal number, which opens all that is known of it: who added and removed it, when and why. */
export const NumberDetails = ({ record }: { record: PersonalNumberRecord }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { personal_number: number } = record
  return (
    <>
      <Anchor component="button" type="button" inherit className="numeric" aria-haspopup="dialog" onClick={open}>
        {number}
      </Anchor>
      <Modal
        opened={isOpen}
        onClose={close}
        title={number}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Facts title={null} facts={factsOf(personalNumberFields, record, t)} />
      </Modal>
    </>
  )
}

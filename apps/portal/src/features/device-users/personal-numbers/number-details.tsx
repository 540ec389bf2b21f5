import type { PersonalNumberRecord } from '@holdfast/contract'
import { Anchor, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'

/** A personal number, which opens all that is known of it: who added and removed it, when and why. */
export const NumberDetails = ({ record }: { record: PersonalNumberRecord }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { personal_number: number, deleted_at } = record
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
        <Facts
          title={null}
          facts={[
            { label: t('numbers.person'), value: <DeviceUserText reference={record.device_user_reference} /> },
            { label: t('numbers.group'), value: record.group },
            { label: t('numbers.added_at'), value: <Moment time={record.created_at} /> },
            { label: t('numbers.added_by'), value: <Colleague author={record.created_by} /> },
            { label: t('numbers.reason'), value: record.reason },
            { label: t('numbers.removed_at'), value: deleted_at && <Moment time={deleted_at} /> },
            { label: t('numbers.removed_by'), value: record.deleted_by && <Colleague author={record.deleted_by} /> },
            { label: t('numbers.removed_reason'), value: record.deleted_reason },
          ]}
        />
      </Modal>
    </>
  )
}

import type { Action, calls, PayloadQueueFilter } from '@holdfast/contract'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { type ListSource, requestOf } from '../../../shared/list/list-queries.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { isExpressible } from './expressible.ts'

export interface FilterOfList {
  source: ListSource<typeof calls.listPayloads>
  filter: FilterValues
}

interface FilterOfferProps extends FilterOfList {
  action: Action
  label: MessageId
  icon: Icon
  children: (filter: PayloadQueueFilter, close: () => void) => ReactNode
}

/** A button and its dialog for everything that the filters of the list find; nothing without filters that a call can have. */
export const FilterOffer = ({ source, filter, action, label, icon: Picture, children }: FilterOfferProps) => {
  const t = useText()
  const can = useCan()
  const [isOpen, { open, close }] = useDisclosure(false)
  const names = Object.keys(filter)
  const isOffered = names.length > 0 && names.every((name) => isExpressible(source.fields, name, filter))
  if (!can(action) || !isOffered) return null
  return (
    <>
      <Button variant="default" leftSection={<Picture size={16} />} aria-haspopup="dialog" onClick={open}>
        {t(label)}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t(label)}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {children(requestOf(source, { filter }).filter as PayloadQueueFilter, close)}
      </Modal>
    </>
  )
}

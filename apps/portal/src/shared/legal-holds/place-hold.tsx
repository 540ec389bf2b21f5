import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { HoldPlaced } from './hold-placed.tsx'
import { PlaceHoldForm } from './place-hold-form.tsx'
import type { Placed, Target } from './use-place-hold.ts'

interface PlaceHoldProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  /** The target. If absent, the person chooses it. */
  on?: Target
}

/** A button for people who may place holds, and its dialog: which matter, on what, and then what the hold protects. */
export const PlaceHold = ({ on, ...button }: PlaceHoldProps) => {
  const t = useText()
  const can = useCan()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [placed, setPlaced] = useState<Placed | null>(null)
  if (!can('legal_holds:place')) return null
  const begin = () => {
    setPlaced(null)
    open()
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={begin} {...button}>
        {t('holds.place')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t(placed ? titleOf(placed) : 'holds.place')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {placed ? (
          <HoldPlaced placed={placed} onPlaced={setPlaced} onDone={close} />
        ) : (
          <PlaceHoldForm on={on} onPlaced={setPlaced} onCancel={close} />
        )}
      </Modal>
    </>
  )
}

const titleOf = ({ targets }: Placed) => {
  const refused = targets.filter(({ result }) => result === 'refused').length
  if (refused === targets.length) return 'holds.none_placed'
  if (refused > 0) return 'holds.some_placed'
  return targets.length > 1 ? 'holds.all_placed' : 'holds.placed'
}

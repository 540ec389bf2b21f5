import type { Payload } from '@holdfast/contract'
import { lacksImport } from '@holdfast/words'
import { Modal, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShieldCheckFilled, IconShieldHalf, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../../shared/ui/badge.tsx'
import classes from './integrity.module.css'
import { IntegrityProof } from './integrity-proof.tsx'
import { useVerification } from './use-verification.ts'

interface Verdict {
  tone: Tone
  text: MessageId
  icon: typeof IconShieldHalf
}

/** What is known of the stored content without reading it; `null` if there is none to speak of. */
const verdictOf = (payload: Payload): Verdict | null => {
  const { payload_state, uploaded_at, processed_at, damaged_at } = payload
  if (payload_state === 'NotRecorded' || payload_state === 'Destroyed') return null
  if (damaged_at !== null) return { tone: 'bad', text: 'integrity.damaged', icon: IconShieldX }
  if (payload_state === 'Failed') return { tone: 'bad', text: 'integrity.unopened', icon: IconShieldX }
  // The badge of the state says so.
  if (lacksImport(payload)) return null
  if (uploaded_at === null) return { tone: 'neutral', text: 'integrity.sealed', icon: IconShieldHalf }
  if (processed_at === null && payload_state !== 'Quarantined') {
    return { tone: 'info', text: 'integrity.arrived', icon: IconShieldHalf }
  }
  return { tone: 'good', text: 'integrity.intact', icon: IconShieldCheckFilled }
}

/** Whether the content is sealed, complete and unchanged; opens the proof. */
export const IntegrityBadge = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const intl = useIntl()
  const [isOpen, { open, close }] = useDisclosure(false)
  // Read when the person comes near, because each request is put on the trail.
  const [isWanted, setWanted] = useState(false)
  const checking = useVerification(payload, isWanted)
  const verdict = verdictOf(payload)
  if (!verdict) return null
  const { verification, progress } = checking
  const { tone, text, icon: Icon } = verdict
  const want = () => setWanted(true)
  const show = () => {
    want()
    open()
  }
  const verifiedAt = verification?.verified_at
  const hint = verifiedAt
    ? t('integrity.last', { time: intl.formatDate(verifiedAt, { dateStyle: 'medium', timeStyle: 'short' }) })
    : t('integrity.open')
  const shown = progress
    ? t('integrity.progress', { share: intl.formatNumber(progress.share, { style: 'percent' }) })
    : t(text)
  return (
    <>
      <Tooltip label={hint}>
        <UnstyledButton
          className={classes.badge}
          onClick={show}
          onMouseEnter={want}
          onFocus={want}
          aria-haspopup="dialog"
        >
          <Badge tone={progress ? 'info' : tone}>
            <Icon size={14} aria-hidden className={classes.icon} />
            {shown}
          </Badge>
        </UnstyledButton>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('integrity.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <IntegrityProof payload={payload} checking={checking} />
      </Modal>
    </>
  )
}

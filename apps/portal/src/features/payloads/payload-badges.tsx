import type { Payload, PayloadState } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { receivedBeforeItsTime } from '../../shared/recordings/device-clock-ahead.ts'
import { stateWords } from '../../shared/recordings/state-words.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'
import classes from './payload-badges.module.css'
import { useShownMark } from './reviews/shown-marks.ts'

const tones: Record<PayloadState, Tone> = {
  NotRecorded: 'neutral',
  Recorded: 'neutral',
  Uploaded: 'info',
  Scanning: 'info',
  Processed: 'good',
  Transferred: 'good',
  Failed: 'bad',
  Quarantined: 'bad',
  NotRecoverable: 'warn',
  Deleted: 'neutral',
  Destroyed: 'neutral',
}

/** The state of a recording, or that it is damaged, and anything else unusual. */
export const PayloadBadges = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const isDamaged = payload.damaged_at !== null
  const isReviewed = useShownMark(payload.payload_reference) !== undefined || payload.reviewed_at !== null
  return (
    <span className={classes.badges}>
      {!isDamaged && <Badge tone={tones[payload.payload_state]}>{t(stateWords(payload))}</Badge>}
      {isDamaged && <Badge tone="bad">{t('payload.damaged')}</Badge>}
      {isReviewed && <Badge tone="info">{t('payload.reviewed')}</Badge>}
      {payload.is_personal_number && <Badge tone="warn">{t('payload.personal')}</Badge>}
      {payload.is_late && <Badge tone="warn">{t('payload.late')}</Badge>}
      {receivedBeforeItsTime(payload) && <Badge tone="warn">{t('payload.clock_ahead')}</Badge>}
      {payload.unusual.length > 0 && <Badge tone="warn">{t('payload.unusual')}</Badge>}
      {payload.is_legacy && <Badge>{t('payload.legacy')}</Badge>}
    </span>
  )
}

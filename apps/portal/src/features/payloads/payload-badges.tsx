import type { Payload, PayloadState } from '@holdfast/contract'
import { payloadMarks } from '@holdfast/words'
import { useText } from '../../shared/i18n/text.ts'
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

const tonesOfMarks: Readonly<Record<string, Tone>> = {
  'payload.damaged': 'bad',
  'payload.reviewed': 'info',
  'payload.personal': 'warn',
  'payload.late': 'warn',
  'payload.clock_ahead': 'warn',
  'payload.unusual': 'warn',
  'payload.legacy': 'neutral',
}

/** The state of a recording, or that it is damaged, and anything else unusual. */
export const PayloadBadges = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const isReviewed = useShownMark(payload.payload_reference) !== undefined || payload.reviewed_at !== null
  return (
    <span className={classes.badges}>
      {payloadMarks(payload, isReviewed).map((mark) => (
        <Badge key={mark} tone={tonesOfMarks[mark] ?? tones[payload.payload_state]}>
          {t(mark)}
        </Badge>
      ))}
    </span>
  )
}

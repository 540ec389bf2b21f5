import type { Payload } from '@holdfast/contract'
import type { MessageId } from '../../../shared/i18n/text.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './custody-timeline.module.css'

interface Step {
  title: MessageId
  time: string | null
  /** Shown before it happens, because it is expected. */
  isExpected: boolean
}

const stepsOf = (payload: Payload): Step[] => [
  // Handsets don't say when they sealed a recording, only when it began.
  {
    title: 'custody.captured',
    time: payload.payload_state === 'NotRecorded' ? null : payload.payload_time,
    isExpected: false,
  },
  { title: 'custody.registered', time: payload.registered_at, isExpected: true },
  { title: 'custody.uploaded', time: payload.uploaded_at, isExpected: payload.payload_state !== 'NotRecorded' },
  { title: 'custody.processed', time: payload.processed_at, isExpected: payload.payload_state !== 'NotRecorded' },
  { title: 'custody.damaged', time: payload.damaged_at, isExpected: false },
  { title: 'custody.transferred', time: payload.transferred_at, isExpected: false },
  { title: 'custody.receipt', time: payload.receipt_confirmed_at, isExpected: false },
  { title: 'custody.reviewed', time: payload.reviewed_at, isExpected: false },
]

/** The chain of custody of a recording, from the handset to here. */
export const CustodyTimeline = ({ payload }: { payload: Payload }) => {
  const t = useText()
  return (
    <Panel title={t('custody.title')}>
      <ol className={classes.steps}>
        {stepsOf(payload)
          .filter(({ time, isExpected }) => time !== null || isExpected)
          .map(({ title, time }) => (
            <li key={title} className={classes.step} data-done={time !== null}>
              <span>{t(title)}</span>
              <span className={classes.time}>{time ? <Moment time={time} withSeconds /> : t('custody.missing')}</span>
            </li>
          ))}
      </ol>
    </Panel>
  )
}

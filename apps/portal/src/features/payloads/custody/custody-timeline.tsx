import type { PayloadDetail, RemovedByRetention } from '@holdfast/contract'
import { lacksImport } from '@holdfast/words'
import type { MessageId } from '../../../shared/i18n/text.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { RemovedBy } from '../retention/removed-by.tsx'
import classes from './custody-timeline.module.css'

interface Step {
  title: MessageId
  time: string | null
  /** Shown before it happens, because it is expected. */
  isExpected: boolean
  /** The run that did it. */
  retention?: RemovedByRetention | null | undefined
}

const stepsOf = (payload: PayloadDetail): Step[] => [
  // Handsets don't say when they sealed a recording, only when it began.
  {
    title: payload.is_legacy ? 'custody.legacy_made' : 'custody.captured',
    time: payload.payload_state === 'NotRecorded' ? null : payload.payload_time,
    isExpected: false,
  },
  {
    title: payload.is_legacy ? 'custody.imported' : 'custody.registered',
    time: payload.registered_at,
    isExpected: true,
  },
  {
    title: lacksImport(payload) ? 'custody.not_imported' : 'custody.uploaded',
    time: payload.uploaded_at,
    isExpected: payload.payload_state !== 'NotRecorded',
  },
  { title: 'custody.processed', time: payload.processed_at, isExpected: payload.payload_state !== 'NotRecorded' },
  { title: 'custody.damaged', time: payload.damaged_at, isExpected: false },
  { title: 'custody.transferred', time: payload.transferred_at, isExpected: false },
  { title: 'custody.receipt', time: payload.receipt_confirmed_at, isExpected: false },
  { title: 'custody.reviewed', time: payload.reviewed_at, isExpected: false },
  {
    title: 'custody.deleted',
    time: payload.deletion?.deleted_at ?? payload.destruction?.deleted_at ?? null,
    isExpected: false,
    retention: payload.deletion?.retention,
  },
  {
    title: 'custody.destroyed',
    time: payload.destruction?.destroyed_at ?? null,
    isExpected: false,
    retention: payload.destruction?.retention,
  },
]

/** The chain of custody of a recording, from the handset to here; of a legacy one, from its import. */
export const CustodyTimeline = ({ payload }: { payload: PayloadDetail }) => {
  const t = useText()
  return (
    <Panel title={t('custody.title')}>
      {payload.is_legacy && <p className={classes.note}>{t('custody.legacy_note')}</p>}
      <ol className={classes.steps}>
        {stepsOf(payload)
          .filter(({ time, isExpected }) => time !== null || isExpected)
          .map(({ title, time, retention }) => (
            <li key={title} className={classes.step} data-done={time !== null}>
              <span>
                {t(title)}
                {retention && <RemovedBy retention={retention} />}
              </span>
              <span className={classes.time}>{time ? <Moment time={time} withSeconds /> : t('custody.missing')}</span>
            </li>
          ))}
      </ol>
    </Panel>
  )
}

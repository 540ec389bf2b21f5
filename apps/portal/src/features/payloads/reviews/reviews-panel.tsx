import { calls } from '@holdfast/contract'
import { Button, Skeleton } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from '../trail/payload-audit-panel.module.css'
import { undoMark } from './pending-marks.ts'
import { QueueNote } from './queue-note.tsx'
import { ReviewMarkItem } from './review-mark-item.tsx'
import { type ShownMark, useShownMark } from './shown-marks.ts'
import { useOwnItems } from './use-own-items.ts'

/** Who reviewed the recording, the latest first. */
export const ReviewsPanel = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const params = { payload_reference: payloadReference }
  const list = useList({ call: calls.listReviewMarks, params, filter: {}, portalReads: 'first_page' })
  const own = useOwnItems(payloadReference)
  useEvents((event) => {
    if (event.kind === 'review') own.readAgain()
    if (event.kind === 'payload' && event.reference === payloadReference) list.readAgain()
  })
  const marked = useShownMark(payloadReference)
  const isEmpty = !list.isLoading && !list.error && list.rows.length === 0 && !marked
  return (
    <Panel title={t('reviews.panel')}>
      {own.rows.map((item, index) => (
        <QueueNote key={item.queue_reference} item={item} hasKey={index === 0} />
      ))}
      {list.isLoading && <Skeleton height={18} />}
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {isEmpty && <p className={classes.none}>{t('reviews.none')}</p>}
      {(list.rows.length > 0 || marked) && (
        <ul className={classes.records} aria-label={t('reviews.panel')}>
          {marked && <JustMarked mark={marked} />}
          {list.rows.map((mark) => (
            <ReviewMarkItem
              key={mark.mark_reference}
              mark={mark}
              isLatest={mark === list.rows.find(({ withdrawn_at }) => withdrawn_at === null)}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </Panel>
  )
}

/** What the person has just said, which they can undo until it is sent. */
const JustMarked = ({ mark: { payload_reference, disposition, note, at, canUndo } }: { mark: ShownMark }) => {
  const t = useText()
  const { profile } = useProfile()
  return (
    <li className={classes.record}>
      <span className={classes.who}>
        <bdi>{profile?.display_name}</bdi>
      </span>
      <Badge tone="info">
        <bdi>{disposition}</bdi>
      </Badge>
      <span className={classes.time}>
        <Moment time={at} withSeconds />
      </span>
      {note !== '' && <p className={classes.note}>{note}</p>}
      {canUndo && (
        <Button size="compact-xs" variant="subtle" onClick={() => undoMark(payload_reference)}>
          {t('notice.undo')}
        </Button>
      )}
    </li>
  )
}

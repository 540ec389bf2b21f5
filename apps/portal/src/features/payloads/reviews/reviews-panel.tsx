import { calls } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from '../trail/payload-audit-panel.module.css'
import { QueueNote } from './queue-note.tsx'
import { ReviewMarkItem } from './review-mark-item.tsx'

/** Who reviewed the recording, the latest first. */
export const ReviewsPanel = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const params = { payload_reference: payloadReference }
  const list = useList({ call: calls.listReviewMarks, params, filter: {}, portalReads: 'first_page' })
  const can = useCan()
  const filter = useMemo(() => ({ payload_references: [payloadReference] }), [payloadReference])
  const own = useList({
    call: calls.listOwnReviews,
    filter,
    portalReads: 'first_page',
    isEnabled: can('reviews:write'),
  })
  useEvents((event) => {
    if (event.kind === 'review') own.readAgain()
    if (event.kind === 'payload' && event.reference === payloadReference) list.readAgain()
  })
  const isEmpty = !list.isLoading && !list.error && list.rows.length === 0
  return (
    <Panel title={t('reviews.panel')}>
      {own.rows.map((item, index) => (
        <QueueNote key={item.queue_reference} item={item} hasKey={index === 0} />
      ))}
      {list.isLoading && <Skeleton height={18} />}
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {isEmpty && <p className={classes.none}>{t('reviews.none')}</p>}
      {list.rows.length > 0 && (
        <ul className={classes.records} aria-label={t('reviews.panel')}>
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

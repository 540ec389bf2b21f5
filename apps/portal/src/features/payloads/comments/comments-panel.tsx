import { calls } from '@holdfast/contract'
import { Skeleton, Stack } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import type { MediaControl } from '../media-control.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './comments.module.css'

interface CommentsPanelProps {
  payloadReference: string
  /** The player on the screen, for comments on a moment. */
  media: MediaControl | null
}

/** The comments on a recording, newest first, updated live. */
export const CommentsPanel = ({ payloadReference: payload_reference, media }: CommentsPanelProps) => {
  const t = useText()
  const can = useCan()
  const list = useList({ call: calls.listPayloadComments, params: { payload_reference }, filter: {} })
  useEvents((event) => {
    if (event.kind === 'comment' && event.reference === payload_reference) list.reload()
  })
  const isEmpty = !list.isLoading && !list.error && list.rows.length === 0
  return (
    <Panel title={t('page.comments')}>
      <Stack gap="sm">
        {can('comments:write') && <CommentForm payloadReference={payload_reference} media={media} />}
        {list.isLoading && <Skeleton height={40} />}
        {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
        {isEmpty && <p className={classes.none}>{t('comment.none')}</p>}
        {list.rows.length > 0 && (
          <ul className={classes.comments}>
            {list.rows.map((comment) => (
              <CommentItem key={comment.comment_id} comment={comment} media={media} />
            ))}
          </ul>
        )}
        <ShowMore list={list} />
      </Stack>
    </Panel>
  )
}

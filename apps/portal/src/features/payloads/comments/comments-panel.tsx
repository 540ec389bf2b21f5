import { Skeleton, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import type { ClosedMedia, MediaControl } from '../content/media-control.ts'
import { type AskedMoment, CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './comments.module.css'
import { DeletedComments } from './deleted-comments.tsx'
import type { usePayloadComments } from './use-payload-comments.ts'

interface CommentsPanelProps {
  payloadReference: string
  /** Nothing is written on what is gone. */
  isDestroyed: boolean
  list: ReturnType<typeof usePayloadComments>['list']
  deleted: ReturnType<typeof usePayloadComments>['deleted']
  /** The player on the screen, for comments on a moment. */
  media: MediaControl | null
  /** The player that somebody can open at the moment of a comment. */
  closed: ClosedMedia | null
  /** The comment whose mark on the time line was pressed. */
  shown: string | null
  /** The moment on which somebody begins a comment. */
  asked: AskedMoment | null
}

/** The address of a notification ends with it. */
const hashOfComments = 'comments'

/** The comments on a recording, newest first. */
export const CommentsPanel = (props: CommentsPanelProps) => {
  const { payloadReference, isDestroyed, list, deleted, media, closed, shown, asked } = props
  const t = useText()
  const can = useCan()
  const top = useRef<HTMLDivElement>(null)
  const isAskedFor = useLocation({ select: ({ hash }) => hash === hashOfComments })
  useEffect(() => {
    if (isAskedFor && !list.isLoading) top.current?.scrollIntoView()
  }, [isAskedFor, list.isLoading])
  const isEmpty = !list.isLoading && !list.error && list.rows.length === 0
  return (
    <Panel title={t('page.comments')}>
      <Stack gap="sm" ref={top} className={classes.panel}>
        {can('comments:write') && !isDestroyed && (
          <CommentForm payloadReference={payloadReference} media={media} asked={asked} />
        )}
        {list.isLoading && <Skeleton height={40} />}
        {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
        {isEmpty && <p className={classes.none}>{t('comment.none')}</p>}
        {list.rows.length > 0 && (
          <ul className={classes.comments}>
            {list.rows.map((comment) => (
              <CommentItem
                key={comment.comment_id}
                comment={comment}
                media={media}
                closed={closed}
                isShown={shown === comment.comment_id}
              />
            ))}
          </ul>
        )}
        <ShowMore list={list} />
        <DeletedComments list={deleted} />
      </Stack>
    </Panel>
  )
}

import type { Payload, PayloadDetail as PayloadWithDetail, UserProfile } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconFileBroken } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError, errorInstead } from '../../../shared/api/api-error.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { HeldNote } from '../../../shared/legal-holds/held-note.tsx'
import { InMatters } from '../../../shared/legal-holds/in-matters.tsx'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { shownTypes } from '../../../shared/session/profile-of-portal.ts'
import { DetailColumns } from '../../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import type { AskedMoment } from '../comments/comment-form.tsx'
import { type CommentTimeline, CommentTimelineContext } from '../comments/comment-timeline.ts'
import { CommentsPanel } from '../comments/comments-panel.tsx'
import { usePayloadComments } from '../comments/use-payload-comments.ts'
import {
  type ClosedMedia,
  ClosedMediaContext,
  type MediaControl,
  MediaControlContext,
} from '../content/media-control.ts'
import { whyNotToAsk } from '../content/why-not.ts'
import { WhyNotMessage } from '../content/why-not-message.tsx'
import { CustodyTimeline } from '../custody/custody-timeline.tsx'
import { DeletedNote } from '../deletion/deleted-note.tsx'
import { usePayload } from '../payload-queries.ts'
import { KeptPanel } from '../retention/kept-panel.tsx'
import { ReviewsPanel } from '../reviews/reviews-panel.tsx'
import { PayloadAccessPanel } from '../trail/payload-access-panel.tsx'
import { PayloadAuditPanel } from '../trail/payload-audit-panel.tsx'
import { BeforeAndAfter } from './before-and-after.tsx'
import { PayloadFacts } from './payload-facts.tsx'
import { PayloadHeader } from './payload-header.tsx'
import { PlacePanel } from './place-panel.tsx'

/**
 * The screen of one recording: header, content, comments, custody, audit and facts are the same for every kind.
 * `children` renders content that may be shown.
 */
export const PayloadDetail = ({ children }: { children: (payload: Payload) => ReactNode }) => {
  const { payload_reference: reference = '' } = useParams({ strict: false })
  const { data: payload, error, refetch } = usePayload(reference)
  const { profile } = useProfile()
  const failure = errorInstead(error, payload)
  if (failure)
    return <ErrorState isScreen error={failure} unknown="why.no_record_title" onRetry={() => void refetch()} />
  if (!payload || !profile) return <PageSkeleton />
  // The client portal shows no AR recordings, whoever sent their address.
  if (shownTypes([payload.payload_type], profile).length === 0)
    return <ErrorState error={new ApiError(404, {})} unknown="why.no_record_title" />
  return (
    <OpenPayload key={reference} payload={payload} profile={profile}>
      {children(payload)}
    </OpenPayload>
  )
}

interface OpenPayloadProps {
  payload: PayloadWithDetail
  profile: UserProfile
  /** The content, shown if it may be. */
  children: ReactNode
}

const OpenPayload = ({ payload, profile, children }: OpenPayloadProps) => {
  const can = useCan()
  const [media, setMedia] = useState<MediaControl | null>(null)
  const [closed, setClosed] = useState<ClosedMedia | null>(null)
  const { payload_reference } = payload
  const isDestroyed = payload.payload_state === 'Destroyed'
  const mayRead = can('comments:read')
  const { list, deleted, onTimeline } = usePayloadComments(payload_reference, mayRead)
  const { timeline, shown, asked } = useTimeline(onTimeline, mayRead, can('comments:write') && !isDestroyed)
  const why = whyNotToAsk(payload, profile)
  // The note above says it.
  const isSaidByNote = payload.deletion !== null && why?.body === 'why.deleted'
  return (
    <CommentTimelineContext value={timeline}>
      <PayloadHeader payload={payload} />
      <DetailColumns
        main={
          <>
            <DeletedNote payload={payload} />
            {!isDestroyed && <HeldNote payload={payload} />}
            {payload.damaged_at !== null && !why && <DamageNote />}
            <MediaControlContext value={setMedia}>
              <ClosedMediaContext value={setClosed}>
                {!isSaidByNote && <Panel>{why ? <WhyNotMessage payload={payload} why={why} /> : children}</Panel>}
              </ClosedMediaContext>
            </MediaControlContext>
            {mayRead && (
              <CommentsPanel
                payloadReference={payload_reference}
                isDestroyed={isDestroyed}
                list={list}
                deleted={deleted}
                media={media}
                closed={closed}
                shown={shown}
                asked={asked}
              />
            )}
            {can('reviews:read') && <ReviewsPanel payloadReference={payload_reference} />}
            <BeforeAndAfter payload={payload} />
            <PlacePanel payload={payload} mayOpen={why === null} />
            <CustodyTimeline payload={payload} />
            <PayloadAuditPanel payload={payload} />
            {can('roles:read') && <PayloadAccessPanel payloadReference={payload_reference} />}
          </>
        }
        side={
          <>
            <Panel>
              <InMatters payloadReference={payload_reference} />
              <PayloadFacts payload={payload} />
            </Panel>
            <KeptPanel payload={payload} />
          </>
        }
      />
    </CommentTimelineContext>
  )
}

/** What links the player and the list of comments. */
const useTimeline = (comments: CommentTimeline['comments'], mayRead: boolean, mayWrite: boolean) => {
  const [shown, setShown] = useState<string | null>(null)
  const [asked, setAsked] = useState<AskedMoment | null>(null)
  const timeline = useMemo<CommentTimeline | null>(
    () =>
      mayRead
        ? {
            comments,
            shown,
            show: ({ comment_id }) => setShown(comment_id),
            ...(mayWrite && { begin: (seconds) => setAsked({ seconds }) }),
          }
        : null,
    [comments, mayRead, mayWrite, shown],
  )
  return { timeline, shown, asked }
}

/** Shown above damaged content. The intact part can be played. */
const DamageNote = () => {
  const t = useText()
  return (
    <Alert role="note" color="red" icon={<IconFileBroken />}>
      {t('why.damaged_note')}
    </Alert>
  )
}

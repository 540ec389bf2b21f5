import type { Payload } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconFileBroken } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, errorInstead } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { shownTypes } from '../../shared/session/profile-of-portal.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CommentsPanel } from './comments/comments-panel.tsx'
import { CustodyTimeline } from './custody-timeline.tsx'
import { type MediaControl, MediaControlContext } from './media-control.ts'
import { PayloadAccessPanel } from './payload-access-panel.tsx'
import { PayloadAuditPanel } from './payload-audit-panel.tsx'
import { PayloadFacts } from './payload-facts.tsx'
import { PayloadHeader } from './payload-header.tsx'
import { usePayload } from './payload-queries.ts'
import { whyNotToAsk } from './why-not.ts'
import { WhyNotMessage } from './why-not-message.tsx'

/**
 * The screen of one recording: header, content, comments, custody, audit and facts are the same for every kind.
 * `children` renders content that may be shown.
 */
export const PayloadDetail = ({ children }: { children: (payload: Payload) => ReactNode }) => {
  const { payload_reference: reference = '' } = useParams({ strict: false })
  const { data: payload, error, refetch } = usePayload(reference)
  const { profile } = useProfile()
  const can = useCan()
  const [media, setMedia] = useState<MediaControl | null>(null)
  const failure = errorInstead(error, payload)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!payload || !profile) return <PageSkeleton />
  // The client portal shows no AR recordings, whoever sent their address.
  if (shownTypes([payload.payload_type], profile).length === 0) return <ErrorState error={new ApiError(404, {})} />
  const why = whyNotToAsk(payload, profile)
  return (
    <>
      <PayloadHeader payload={payload} />
      <DetailColumns
        main={
          <>
            {payload.damaged_at !== null && !why && <DamageNote />}
            <MediaControlContext value={setMedia}>
              <Panel>{why ? <WhyNotMessage why={why} /> : children(payload)}</Panel>
            </MediaControlContext>
            {can('comments:read') && <CommentsPanel payloadReference={payload.payload_reference} media={media} />}
            <CustodyTimeline payload={payload} />
            <PayloadAuditPanel payload={payload} />
            {can('roles:read') && <PayloadAccessPanel payloadReference={payload.payload_reference} />}
          </>
        }
        side={
          <Panel>
            <PayloadFacts payload={payload} />
          </Panel>
        }
      />
    </>
  )
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

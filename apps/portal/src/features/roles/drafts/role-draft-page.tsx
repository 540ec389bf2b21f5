import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { titleOfDraft } from '../../../shared/access/title-of-draft.ts'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { DraftOfChange } from './draft-of-change.tsx'
import { DraftOfRole } from './draft-of-role.tsx'
import { DraftState } from './draft-state.tsx'

export const prefetch = prefetchLoaded(calls.getRoleDraft)

/** A change that somebody handed over. */
export default function RoleDraftPage() {
  const { draft_reference = '' } = useParams({ strict: false }) as { draft_reference?: string }
  const { data: draft, error, refetch } = useLoaded(calls.getRoleDraft, { draft_reference })
  const can = useCan()
  useEvents(({ kind, reference }) => {
    const isOfDraft = kind === 'role_draft' && reference === draft_reference
    // People who may not see roles are only notified of the decision.
    const isNotified = kind === 'notification' && !can('roles:read')
    if (isOfDraft || isNotified) readItemAgain(calls.getRoleDraft, { draft_reference })
  })
  const isOfPerson = draft?.kind === 'role_assignment'
  const nameOf = useColleagues(isOfPerson ? [draft.subject] : [])
  const failure = errorInstead(error, draft)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!draft) return <PageSkeleton />
  return (
    <>
      <PageHeader title={isOfPerson ? nameOf(draft.subject) : titleOfDraft(draft)}>
        <DraftState state={draft.state} />
      </PageHeader>
      {draft.role ? <DraftOfRole draft={draft} role={draft.role} /> : <DraftOfChange draft={draft} />}
    </>
  )
}

import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { DraftOfChange } from './draft-of-change.tsx'
import { DraftOfRole } from './draft-of-role.tsx'
import { DraftState } from './draft-state.tsx'

export const prefetch = prefetchLoaded(calls.getRoleDraft)

/** A change that somebody handed over. */
export default function RoleDraftPage() {
  const t = useText()
  const { draft_reference = '' } = useParams({ strict: false }) as { draft_reference?: string }
  const { data: draft, error, refetch } = useLoaded(calls.getRoleDraft, { draft_reference })
  const failure = errorInstead(error, draft)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!draft) return <PageSkeleton />
  const isOfAccount = draft.kind === 'default_role' || draft.kind === 'second_person'
  return (
    <>
      <PageHeader title={isOfAccount ? t(`role_drafts.kind_${draft.kind}`) : draft.subject}>
        <DraftState state={draft.state} />
      </PageHeader>
      {draft.role ? <DraftOfRole draft={draft} role={draft.role} /> : <DraftOfChange draft={draft} />}
    </>
  )
}

import { calls } from '@holdfast/contract'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { prefetchItem, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import type { Prefetch } from '../../../shared/screens/page-module.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { RetentionForm } from './retention-form.tsx'

const noParams = {}

export const prefetch: Prefetch = () => prefetchItem(calls.getRetention, noParams)

/** Changes the retention policy: first a preview of what it frees, then it can be saved. */
export default function EditRetentionPage() {
  const t = useText()
  const { data: policy, error, refetch } = useLoaded(calls.getRetention, noParams)
  const failure = errorInstead(error, policy)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!policy) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.edit_retention')} />
      <RetentionForm policy={policy} onReadAgain={() => void refetch()} />
    </>
  )
}

import { calls } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { NoAccess } from '../../shared/ui/no-access.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { DefaultsForm } from './defaults-form.tsx'

const noParams = {}

/** What people get whose identity says nothing else, and from where the account may be used. */
export default function SettingsPage() {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const isAllowed = can('account:read')
  const { data, error, refetch } = useLoaded(calls.getAccountDefaults, isAllowed ? noParams : null)
  if (profile && !isAllowed) return <NoAccess action="account:read" />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.settings')} />
      <Stack maw={720}>
        <DefaultsForm defaults={data} isReadOnly={!can('account:write')} />
      </Stack>
    </>
  )
}

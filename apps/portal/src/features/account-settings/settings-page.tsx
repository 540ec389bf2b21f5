import { calls } from '@holdfast/contract'
import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchItem, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { ChoicesForm } from './choices-form.tsx'
import { DefaultsForm } from './defaults-form.tsx'
import { DeviceConfigurationForm } from './device-configuration-form.tsx'
import { UnconfirmedLimit } from './unconfirmed-limit.tsx'
import { WordIndexPanel } from './word-index-panel.tsx'

const noParams = {}

const Choices = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const { data, error, refetch } = useLoaded(calls.getAccountSettings, noParams)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={290} radius="lg" />
  return <ChoicesForm settings={data} isReadOnly={isReadOnly} />
}

/** People who may not read it can still change the rest. */
const DeviceConfiguration = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const { data, error, refetch } = useLoaded(calls.getAccountDeviceConfiguration, noParams)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={290} radius="lg" />
  return <DeviceConfigurationForm configuration={data} isReadOnly={isReadOnly} />
}

export const prefetch: Prefetch = () => prefetchItem(calls.getAccountDefaults, noParams)

/** The account's defaults for people, its networks, what it chooses for recordings, and the configuration of its devices. */
export default function SettingsPage() {
  const t = useText()
  const can = useCan()
  const [removals, setRemovals] = useState(0)
  const { isLoading: isDefaultsFormAwaited } = useGranting('account') // fetched at the same time as the settings
  const { data, error, refetch } = useLoaded(calls.getAccountDefaults, noParams)
  // The parts below a form are read at the same time but shown after it, so that they do not move.
  const choices = useLoaded(calls.getAccountSettings, noParams)
  const areChoicesShown = choices.data !== undefined || choices.error !== null
  useLoaded(calls.getAccountDeviceConfiguration, noParams)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.settings')} />
      <Stack maw={720}>
        {data.unconfirmed_limit && (
          <UnconfirmedLimit
            key={data.unconfirmed_limit.lapses_at}
            defaults={data}
            limit={data.unconfirmed_limit}
            isReadOnly={!can('account:write')}
            onLapsed={() => void refetch()}
          />
        )}
        <WaitingChanges kind="default_role" />
        <WaitingChanges kind="second_person" />
        <GrantNotice edited="account">
          {/* Confirming or losing a limit changes the defaults that the form is based on. */}
          <DefaultsForm
            key={data.unconfirmed_limit?.lapses_at ?? 'settled'}
            defaults={data}
            isReadOnly={!can('account:write')}
          />
        </GrantNotice>
        {/* Removing the index also turns the search off, which the form has to show. */}
        {!isDefaultsFormAwaited && <Choices key={removals} isReadOnly={!can('account:write')} />}
        {!isDefaultsFormAwaited && areChoicesShown && (
          <>
            <WordIndexPanel isReadOnly={!can('account:write')} onRemoved={() => setRemovals(removals + 1)} />
            <DeviceConfiguration isReadOnly={!can('account:write')} />
          </>
        )}
      </Stack>
    </>
  )
}

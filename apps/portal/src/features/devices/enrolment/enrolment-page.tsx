import { calls } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { prefetchItem, readItemAgain, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import type { Prefetch } from '../../../shared/screens/page-module.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { CurrentSecretPanel } from './current-secret-panel.tsx'
import { FormerSecretPanel } from './former-secret-panel.tsx'

const noParams = {}

export const prefetch: Prefetch = () => prefetchItem(calls.getEnrolmentSecretState, noParams)

/** The enrolment secret of the account, which device management installs on handsets, and the one before it. */
export default function EnrolmentPage() {
  const t = useText()
  const mayRotate = useCan()('enrolment:rotate')
  const { data, error, refetch } = useLoaded(calls.getEnrolmentSecretState, noParams)
  useEvents(({ kind }) => {
    const changesFigures = kind === 'device' && data?.former
    if (kind === 'enrolment_secret' || changesFigures) readItemAgain(calls.getEnrolmentSecretState, noParams)
  })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.enrolment')} />
      <Stack maw={720}>
        <Text size="sm" c="dimmed">
          {t('secret.lead')}
        </Text>
        <CurrentSecretPanel key={data.fingerprint} state={data} mayRotate={mayRotate} />
        {data.former && <FormerSecretPanel former={data.former} mayRotate={mayRotate} />}
      </Stack>
    </>
  )
}

import { Button, Group } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useRetries } from '../../shared/live/use-retries.ts'
import { failureMessage } from '../../shared/notices/notice.ts'
import { reloadProfile, useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { NoAccess } from '../../shared/ui/no-access.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { StateMessage } from '../../shared/ui/state-message.tsx'
import { isOpenTo } from '../offered-screens.ts'

const ProfileFailed = ({ failure }: { failure: Error }) => {
  const t = useText()
  const router = useRouter()
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await reloadProfile()
    // Without a profile, the guards of this screen could not decide.
    await router.invalidate()
    setTrying(false)
  }
  useRetries(failure, () => void retry())
  return (
    <StateMessage
      icon={IconCloudOff}
      title={t('shell.profile_failed')}
      body={failure instanceof ApiError ? failureMessage(failure) : failure.message}
    >
      <Group>
        <Button onClick={() => void retry()} loading={isTrying}>
          {t('error.retry')}
        </Button>
        <Button variant="default" onClick={() => void signOut()}>
          {t('shell.log_out')}
        </Button>
      </Group>
    </StateMessage>
  )
}

/** Navigates once, on mount: a second time, `return_to` would be the address of the terms. */
const LeadToTerms = () => {
  const router = useRouter()
  useEffect(() => {
    const { href } = router.latestLocation
    void router.navigate({ to: '/terms', search: { return_to: href }, replace: true })
  }, [router])
  return null
}

/**
 * Shows the screen when there is a profile whose roles open it. Otherwise: why the profile could not be loaded, the
 * terms if they have to be accepted, or which action the screen needs.
 */
export const ProfileNeeded = ({ children }: { children: ReactNode }) => {
  const { profile, failure } = useProfile()
  const actions = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.actions })
  if (failure) return <ProfileFailed failure={failure} />
  if (!profile) return <PageSkeleton />
  if (!profile.terms_accepted) return <LeadToTerms />
  const [needed] = actions ?? []
  if (needed && !isOpenTo({ actions }, profile)) return <NoAccess isScreen action={needed} />
  return children
}

import { calls, type DeviceActivityEntry } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { SubjectLink, subjectOf } from '../../shared/activities/subject-link.tsx'
import { errorInstead } from '../../shared/api/api-error.ts'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import type { Fact } from '../../shared/ui/facts.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { EntryScreen } from './entry-screen.tsx'

/** One call of a device. */
export default function DeviceActivityPage() {
  const { log_id = '' } = useParams({ strict: false })
  const { data: entry, error, refetch } = useLoaded(calls.getDeviceActivity, { log_id })
  const failure = errorInstead(error, entry)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!entry) return <PageSkeleton />
  return <DeviceEntry entry={entry} />
}

const DeviceEntry = ({ entry }: { entry: DeviceActivityEntry }) => {
  const t = useText()
  const { device_reference: device, device_user_reference: user } = entry
  const caller: Fact[] = [
    {
      label: t('activities.who'),
      value: device && <SubjectLink subject={subjectOf('device', device)} />,
    },
    {
      label: t('activities.device_user'),
      value: user && (
        <SubjectLink subject={{ ...subjectOf('device_user', user), name: entry.device_user_name }} hasReference />
      ),
    },
    { label: t('activities.address'), value: entry.device_ip, copy: entry.device_ip },
  ]
  return <EntryScreen entry={entry} caller={caller} />
}

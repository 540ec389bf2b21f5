import { calls } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { DeviceUserForm } from './device-user-form.tsx'
import { personName } from './person-name.ts'

export const prefetch = prefetchLoaded(calls.getDeviceUser)

/** Changes what is known of a person who carries devices, or onboards a new one. */
export default function EditDeviceUserPage() {
  const t = useText()
  return (
    <RecordPage call={calls.getDeviceUser} param="device_user_reference" action="device_users:write">
      {(user, isReadOnly) => (
        <>
          <PageHeader title={user ? personName(user) : t('user.new')} />
          <Stack maw={720}>
            <DeviceUserForm user={user} isReadOnly={isReadOnly} />
          </Stack>
        </>
      )}
    </RecordPage>
  )
}

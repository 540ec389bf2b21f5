import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNames } from '../../shared/found/use-names.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { TrailScreen } from './trail-screen.tsx'

/** Where a person's devices were while they held them. Without `prefetch`, as that of a device. */
export default function PersonPositionsPage() {
  const t = useText()
  const can = useCan()
  const { device_user_reference = '' } = useParams({ strict: false })
  const name = useNames([device_user_reference])(device_user_reference)
  const source = useMemo(
    () => ({ call: calls.listDeviceUserPositions, params: { device_user_reference } }),
    [device_user_reference],
  )
  return (
    <TrailScreen source={source} title={t('page.positions')} name={name}>
      {can('device_users:read') && (
        <LinkButton
          variant="default"
          to="/dashboard/devices/users/$device_user_reference"
          params={{ device_user_reference }}
        >
          {t('trail.to_person')}
        </LinkButton>
      )}
    </TrailScreen>
  )
}

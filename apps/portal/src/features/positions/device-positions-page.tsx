import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { TrailScreen } from './trail-screen.tsx'

/** Where a device was. Without `prefetch`: reading positions is put on the trail, and pointing at a link is not reading them. */
export default function DevicePositionsPage() {
  const t = useText()
  const can = useCan()
  const { device_reference = '' } = useParams({ strict: false })
  const source = useMemo(() => ({ call: calls.listDevicePositions, params: { device_reference } }), [device_reference])
  return (
    <TrailScreen source={source} title={t('page.positions')} name={device_reference}>
      {can('devices:read') && (
        <LinkButton variant="default" to="/dashboard/devices/$device_reference" params={{ device_reference }}>
          {t('trail.to_device')}
        </LinkButton>
      )}
    </TrailScreen>
  )
}

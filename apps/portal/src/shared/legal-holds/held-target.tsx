import { dayStyle } from '@holdfast/words'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { addressOf } from '../access/addresses.ts'
import { Colleague } from '../found/colleague.tsx'
import { useNames } from '../found/use-names.ts'
import { useText } from '../i18n/text.ts'
import { DeviceUserText } from '../recordings/who-text.tsx'
import { useCan } from '../session/profile.ts'
import type { Target } from './use-place-hold.ts'
import { useRecording } from './use-recording.ts'

/** A recording by its kind, whose it is and when it was made; its reference where the person may not read it. */
const RecordingName = ({ reference }: { reference: string }) => {
  const t = useText()
  const intl = useIntl()
  const payload = useRecording(reference)
  const who = payload?.device_user_reference ?? null
  const nameOf = useNames(who === null ? [] : [who])
  if (!payload) return <bdi>{reference}</bdi>
  const time = intl.formatDate(payload.payload_time, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  const parts = [t(`kind.${payload.payload_type}`), who === null ? payload.device_reference : nameOf(who), time]
  return <bdi title={reference}>{parts.join(' · ')}</bdi>
}

/** The target of a hold by name, as far as the person may see it. */
export const TargetName = ({ target_type, target }: Target) => {
  if (target_type === 'DeviceUser') return <DeviceUserText reference={target} />
  if (target_type === 'PortalUser') return <Colleague author={target} />
  return target_type === 'Payload' ? <RecordingName reference={target} /> : <bdi>{target}</bdi>
}

/** The target of a hold by name, with a link to its screen if there is one. */
export const HeldTarget = ({ target_type, target }: Target) => {
  const can = useCan()
  const name = <TargetName target_type={target_type} target={target} />
  const address = {
    DeviceUser: can('device_users:read') && addressOf('users', target),
    PortalUser: false as const,
    Group: can('groups:read') && addressOf('groups', target),
    // Leads on to the screen of the recording's own kind.
    Payload: can('payloads:read') && `/dashboard/services/calls/${encodeURIComponent(target)}`,
  }[target_type]
  if (!address) return name
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={address as never} />}>
      {name}
    </Anchor>
  )
}

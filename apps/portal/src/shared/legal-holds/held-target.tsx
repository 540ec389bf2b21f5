import type { LegalHold } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { addressOf } from '../access/addresses.ts'
import { Colleague } from '../found/colleague.tsx'
import { DeviceUserText } from '../recordings/who-text.tsx'
import { useCan } from '../session/profile.ts'

/** The target of a hold: a person by name, a group or a recording, with a link to its screen if there is one. */
export const HeldTarget = ({ target_type, target }: Pick<LegalHold, 'target_type' | 'target'>) => {
  const can = useCan()
  const linked = (address: string, words: React.ReactNode) => (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={address as never} />}>
      {words}
    </Anchor>
  )
  switch (target_type) {
    case 'DeviceUser': {
      const name = <DeviceUserText reference={target} />
      return can('device_users:read') ? linked(addressOf('users', target), name) : name
    }
    case 'PortalUser':
      return <Colleague author={target} />
    case 'Group':
      return can('groups:read') ? linked(addressOf('groups', target), target) : target
    case 'Payload':
      // Leads on to the screen of the recording's own kind.
      return can('payloads:read') ? linked(`/dashboard/services/calls/${encodeURIComponent(target)}`, target) : target
  }
}

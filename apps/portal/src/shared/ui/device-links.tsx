import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The person who carries a handset, by reference. */
export const DeviceUserLink = ({ reference }: { reference: string }) => (
  <Anchor
    size="sm"
    renderRoot={(props) => (
      <Link
        {...props}
        to="/dashboard/devices/users/$device_user_reference"
        params={{ device_user_reference: reference }}
      />
    )}
  >
    {reference}
  </Anchor>
)

/** A handset, by reference. */
export const DeviceLink = ({ reference }: { reference: string }) => (
  <Anchor
    size="sm"
    renderRoot={(props) => (
      <Link {...props} to="/dashboard/devices/$device_reference" params={{ device_reference: reference }} />
    )}
  >
    {reference}
  </Anchor>
)

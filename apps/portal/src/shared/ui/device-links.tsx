import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

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

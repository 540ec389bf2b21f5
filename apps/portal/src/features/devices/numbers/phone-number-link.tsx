import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** A phone number that leads to who had it. */
export const PhoneNumberLink = ({ number }: { number: string }) => (
  <Anchor
    fw={600}
    size="sm"
    className="numeric"
    renderRoot={(props) => (
      <Link {...props} to="/dashboard/devices/numbers/$phone_number" params={{ phone_number: number }} />
    )}
  >
    <bdi>{number}</bdi>
  </Anchor>
)

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan } from '../session/profile.ts'
import { addressOfMatter } from './matter-address.ts'
import { useMatter } from './use-matter.ts'

/** The matter of a hold by its title, with a link to it. */
export const MatterOfHold = ({ reference }: { reference: string }) => {
  const matter = useMatter(reference)
  const can = useCan()
  const name = <bdi>{matter?.title ?? reference}</bdi>
  if (!can('matters:read')) return <span title={reference}>{name}</span>
  return (
    <Anchor inherit title={reference} renderRoot={(props) => <Link {...props} to={addressOfMatter(reference)} />}>
      {name}
    </Anchor>
  )
}

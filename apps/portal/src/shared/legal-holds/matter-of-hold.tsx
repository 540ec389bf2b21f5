import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMatter } from './use-matter.ts'

/** The matter of a hold by its title, with a link to all of its holds. */
export const MatterOfHold = ({ reference }: { reference: string }) => {
  const matter = useMatter(reference)
  return (
    <Anchor
      inherit
      title={reference}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/dashboard/account/legal-holds"
          search={{ filter: { matter_references: [reference] } } as never}
        />
      )}
    >
      <bdi>{matter?.title ?? reference}</bdi>
    </Anchor>
  )
}

import { Button } from '@mantine/core'
import type { IconFilter } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface ListButtonProps extends ComponentProps<'button'> {
  icon: typeof IconFilter
}

/** A button above a list that opens what the list can be narrowed by. */
export const ListButton = ({ icon: Icon, ...props }: ListButtonProps) => (
  <Button variant="default" size="xs" leftSection={<Icon size={15} stroke={1.7} />} {...props} />
)

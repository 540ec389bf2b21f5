import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface AddButtonProps extends Pick<ButtonProps, 'size'> {
  children: ReactNode
  onClick: () => void
}

/** Adds an entry to a list in a form. */
export const AddButton = ({ size = 'xs', ...button }: AddButtonProps) => (
  <Group>
    <Button size={size} variant="default" leftSection={<IconPlus size={13} />} {...button} />
  </Group>
)

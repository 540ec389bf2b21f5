import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'

interface AddButtonProps extends Pick<ButtonProps, 'size'> {
  children: ReactNode
  onClick: () => void
}

/** Where somebody types or chooses first in what was added; not what decides between a few alternatives. */
const firstField = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select'

/** Adds an entry to the list in a form that stands above it, and moves the focus there. */
export const AddButton = ({ size = 'xs', onClick, ...button }: AddButtonProps) => {
  const place = useRef<HTMLDivElement>(null)
  const add = () => {
    // Before the focus can move, what was added must be on the page.
    flushSync(onClick)
    place.current?.previousElementSibling?.querySelector<HTMLElement>(firstField)?.focus()
  }
  return (
    <Group ref={place}>
      <Button size={size} variant="default" leftSection={<IconPlus size={13} />} onClick={add} {...button} />
    </Group>
  )
}

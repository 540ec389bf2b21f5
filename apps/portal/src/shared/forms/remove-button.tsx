import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'

interface RemoveButtonProps extends Pick<ActionIconProps, 'size' | 'disabled'> {
  what: string
  onClick: () => void
}

/** Removes an entry from a list in a form. */
export const RemoveButton = ({ what, ...button }: RemoveButtonProps) => {
  const t = useText()
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t('form.remove', { what })} {...button}>
      <IconTrash size={17} stroke={1.6} />
    </ActionIcon>
  )
}

import { Avatar, UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import classes from './person-menu.module.css'

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

/** Who is signed in, by their initials. */
export const PersonButton = (props: ComponentProps<'button'>) => {
  const t = useText()
  const { profile } = useProfile()
  return (
    <UnstyledButton aria-haspopup="dialog" {...props} className={classes.person} aria-label={t('shell.person_menu')}>
      <Avatar size={32} color="cerulean" variant="filled" name={undefined}>
        {initialsOf(profile?.display_name ?? '')}
      </Avatar>
    </UnstyledButton>
  )
}

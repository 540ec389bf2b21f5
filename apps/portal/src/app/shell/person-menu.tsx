import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { ColourModeControl } from './colour-mode-control.tsx'
import { showKeyboardHelp } from './keyboard-help.tsx'
import { LanguageControl } from './language-control.tsx'
import classes from './person-menu.module.css'

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

/** Who is signed in, colour mode, language, keys, log out. */
export const PersonMenu = () => {
  const t = useText()
  const { profile } = useProfile()
  const name = profile?.display_name ?? ''
  return (
    <Menu position="bottom-end" width={272} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={t('shell.person_menu')}>
          <Avatar size={32} color="cerulean" variant="filled" name={undefined}>
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className={classes.reference}>
            {profile?.user_reference}
          </Text>
          <Text size="xs" c="dimmed">
            {profile?.roles.join(', ')}
          </Text>
        </div>
        <Menu.Divider />
        <div className={classes.setting}>
          <span>{t('shell.colour_mode')}</span>
          <ColourModeControl />
        </div>
        <div className={classes.setting}>
          <span>{t('shell.language')}</span>
          <LanguageControl />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={showKeyboardHelp}>
          {t('shell.keys')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOut()}>
          {t('shell.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Menu, Text } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { useOpenedAtOnce } from '../../shared/ui/use-opened-at-once.ts'
import { ColourModeControl } from './colour-mode-control.tsx'
import { showKeyboardHelp } from './keyboard-help.tsx'
import { LanguageControl } from './language-control.tsx'
import { PersonButton } from './person-button.tsx'
import classes from './person-menu.module.css'

/** Who is signed in, colour mode, language, keys, log out. */
export default function OpenedPersonMenu() {
  const t = useText()
  const { target, isOpen, setIsOpen } = useOpenedAtOnce()
  const { profile } = useProfile()
  const name = profile?.display_name ?? ''
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" width={272} withinPortal>
      <Menu.Target>
        <PersonButton ref={target} />
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

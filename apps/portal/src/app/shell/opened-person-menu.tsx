import { Divider, Popover, Text } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { PopoverAction } from '../../shared/ui/popover-action.tsx'
import { useOpenedAtOnce } from '../../shared/ui/use-opened-at-once.ts'
import { ColourModeControl } from './colour-mode-control.tsx'
import { showKeyboardHelp } from './keyboard-help.tsx'
import { LanguageControl } from './language-control.tsx'
import { PersonButton } from './person-button.tsx'
import classes from './person-menu.module.css'

/** Who is signed in, colour mode, language, keys, log out. */
export default function OpenedPersonMenu() {
  const t = useText()
  const { target, isOpen, setIsOpen, close } = useOpenedAtOnce()
  const { profile } = useProfile()
  const name = profile?.display_name ?? ''
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={272} trapFocus>
      <Popover.Target>
        <PersonButton ref={target} onClick={() => setIsOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
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
        <Divider my={4} />
        <div className={classes.setting}>
          <span>{t('shell.colour_mode')}</span>
          <ColourModeControl />
        </div>
        <div className={classes.setting}>
          <span>{t('shell.language')}</span>
          <LanguageControl />
        </div>
        <Divider my={4} />
        <PopoverAction
          icon={<IconKeyboard size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            close()
            showKeyboardHelp()
          }}
        >
          {t('shell.keys')}
        </PopoverAction>
        <PopoverAction icon={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={() => void signOut()}>
          {t('shell.log_out')}
        </PopoverAction>
      </Popover.Dropdown>
    </Popover>
  )
}

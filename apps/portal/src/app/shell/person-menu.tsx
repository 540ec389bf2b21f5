import { Avatar, Divider, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconBellCog, IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { PopoverAction } from '../../shared/ui/popover-action.tsx'
import { usePopover } from '../../shared/ui/use-popover.ts'
import { ColourModeControl } from './colour-mode-control.tsx'
import { showKeyboardHelp } from './keyboard-help.tsx'
import { LanguageControl } from './language-control.tsx'
import { showNotificationSettings } from './notifications/notification-settings.tsx'
import classes from './person-menu.module.css'

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

/** Who is signed in, colour mode, language, notifications, keyboard shortcuts, log out. */
export const PersonMenu = () => {
  const t = useText()
  const { target, isOpen, setIsOpen, close } = usePopover()
  const { profile } = useProfile()
  const isVisit = useSession().support !== null
  const name = profile?.display_name ?? ''
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={272} trapFocus>
      <Popover.Target>
        <UnstyledButton
          ref={target}
          className={classes.person}
          aria-label={t('shell.person_menu')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Avatar size={32} color="cerulean" variant="filled">
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
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
        {!isVisit && (
          <PopoverAction
            icon={<IconBellCog size={16} stroke={1.6} aria-hidden />}
            onClick={() => {
              close()
              showNotificationSettings()
            }}
          >
            {t('notification.settings')}
          </PopoverAction>
        )}
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

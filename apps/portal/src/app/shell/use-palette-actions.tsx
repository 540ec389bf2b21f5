import type { Action } from '@holdfast/contract'
import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { type Icon, IconKeyboard, IconLanguage, IconLogout, IconMoon, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useChangeLocale } from '../../shared/i18n/locale-context.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { showKeyboardHelp } from './keyboard-help.tsx'

/** Screens on which something new is made, with the action that they need. */
const creations = [
  { label: 'groups.new', to: '/dashboard/access/groups/create', action: 'groups:write' },
  { label: 'roles.new', to: '/dashboard/access/roles/create', action: 'roles:write' },
  { label: 'tags.new', to: '/dashboard/access/tags/create', action: 'tags:write' },
  { label: 'apps.new', to: '/dashboard/account/apps/create', action: 'apps:write' },
  { label: 'clients.new', to: '/internal/clients/create', action: 'internal:clients' },
  { label: 'support.new', to: '/internal/support/request', action: 'internal:support' },
] as const satisfies readonly { label: MessageId; to: string; action: Action }[]

const icon = (Picture: Icon) => <Picture size={18} stroke={1.6} />

/** The actions of the search palette: what the person may create, how the portal looks, and logging out. */
export const usePaletteActions = (): SpotlightActionGroupData => {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { locale } = useIntl()
  const changeLocale = useChangeLocale()
  const { toggleColorScheme } = useMantineColorScheme()
  return {
    group: t('shell.search_actions'),
    actions: [
      ...creations
        .filter(({ action }) => can(action))
        .map(({ label, to }) => ({
          id: to,
          label: t(label),
          leftSection: icon(IconPlus),
          onClick: () => void navigate({ to }),
        })),
      {
        id: 'colour mode',
        label: t('shell.toggle_mode'),
        leftSection: icon(IconMoon),
        onClick: toggleColorScheme,
      },
      {
        id: 'language',
        label: t('shell.other_language'),
        leftSection: icon(IconLanguage),
        onClick: () => void changeLocale(locale === 'pt-BR' ? 'en-GB' : 'pt-BR').catch(reportError),
      },
      { id: 'keys', label: t('shell.keys'), leftSection: icon(IconKeyboard), onClick: showKeyboardHelp },
      { id: 'log-out', label: t('shell.log_out'), leftSection: icon(IconLogout), onClick: () => void signOut() },
    ],
  }
}

import { getDefaultZIndex, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type IntlShape, RawIntlProvider } from 'react-intl'
import { queryClient } from '../shared/api/query-client.ts'
import type { Locale } from '../shared/i18n/locale.ts'
import { LocaleContext } from '../shared/i18n/locale-context.ts'
import { changeLocale } from '../shared/i18n/text.ts'
import notices from '../shared/notices/notices.module.css'
import { colourModeManager } from '../shared/theme/colour-mode.ts'
import { styleNonce } from '../shared/theme/style-nonce.ts'
import { surfaces, theme } from '../shared/theme/theme.ts'
import { router } from './router.ts'

/** Above dialogs, but under a menu or popover, which somebody has just opened. */
const belowPopovers = getDefaultZIndex('popover') - 1

/** The providers around the routes: theme, language, data, notices. */
export const Providers = ({ firstIntl }: { firstIntl: IntlShape }) => {
  const [intl, setIntl] = useState(firstIntl)
  const change = useCallback(async (locale: Locale) => setIntl(await changeLocale(locale)), [])
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={styleNonce}
      cssVariablesResolver={surfaces}
      defaultColorScheme="auto"
      colorSchemeManager={colourModeManager}
    >
      <RawIntlProvider value={intl}>
        <LocaleContext value={change}>
          <QueryClientProvider client={queryClient}>
            <Notifications
              position="bottom-center"
              zIndex={belowPopovers}
              classNames={{ root: notices.notices }}
              notificationMaxHeight="60vh"
            />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LocaleContext>
      </RawIntlProvider>
    </MantineProvider>
  )
}

import { MantineThemeProvider } from '@mantine/core'
import type { ReactNode } from 'react'

// Within the page's main landmark, as on the page.
const theme = { components: { Combobox: { defaultProps: { withinPortal: true, portalProps: { target: '#main' } } } } }

/** The fields of a dialog. Their lists open above the dialog, which would cut them off where it ends. */
export const DialogFields = ({ children }: { children: ReactNode }) => (
  <MantineThemeProvider theme={theme} inherit>
    {children}
  </MantineThemeProvider>
)

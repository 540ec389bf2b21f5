import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'

/** Colour modes (product.md section 4): the person's choice, or the system's. */
export const colourModes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

/** `public/colour-mode.js` reads the same key before the first paint. */
export const colourModeManager = localStorageColorSchemeManager({ key: 'holdfast.colour-mode' })

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Cerulean, the primary colour (product.md section 9). White on step 7 has a contrast of 6:1; step 3 on dark 8:1. */
const cerulean: MantineColorsTuple = [
  '#ecf7fc',
  '#d5edf7',
  '#a8d9ed',
  '#74c3e2',
  '#48add6',
  '#2596c4',
  '#0c7fab',
  '#006b94',
  '#00577a',
  '#00405b',
]

/**
 * Mantine's red and teal with other last steps: white on step 7, and step 9 on the softest ones, have a contrast of 5:1
 * or more.
 */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#c92a2a',
  '#b42318',
  '#961b12',
]
const teal: MantineColorsTuple = [
  '#e6fcf5',
  '#c3fae8',
  '#96f2d7',
  '#63e6be',
  '#38d9a9',
  '#20c997',
  '#12b886',
  '#08785a',
  '#066649',
  '#05523b',
]

/** The neutral grey, cool beside cerulean. Step 6 on white has a contrast of 5:1. */
const gray: MantineColorsTuple = [
  '#f8fafb',
  '#f1f4f6',
  '#e5e9ed',
  '#d3dae0',
  '#b4bec7',
  '#8a97a3',
  '#5d6b78',
  '#465462',
  '#2c3843',
  '#18212a',
]

/** Surfaces and text of the dark mode, lightest first. */
const dark: MantineColorsTuple = [
  '#d9e0e6',
  '#b6c1cb',
  '#98a5b1',
  '#6c7a87',
  '#3a4652',
  '#2a343e',
  '#1d252d',
  '#151b22',
  '#10151a',
  '#0a0e12',
]

/** Text and background of each tone of a badge, and the background of words that were found, with a contrast of 5:1 or more. */
const tones = {
  light: {
    '--holdfast-neutral': '#41505e',
    '--holdfast-neutral-soft': '#eef1f4',
    '--holdfast-good': '#14613a',
    '--holdfast-good-soft': '#e3f4ea',
    '--holdfast-info': '#00577a',
    '--holdfast-info-soft': '#e2f2fa',
    '--holdfast-warn': '#7d4a00',
    '--holdfast-warn-soft': '#fdf0d9',
    '--holdfast-bad': '#a11b13',
    '--holdfast-bad-soft': '#fde8e6',
    '--holdfast-found': '#ffe28a',
  },
  dark: {
    '--holdfast-neutral': '#c3cdd6',
    '--holdfast-neutral-soft': '#28323c',
    '--holdfast-good': '#7fd8a4',
    '--holdfast-good-soft': '#10321f',
    '--holdfast-info': '#8fd0ee',
    '--holdfast-info-soft': '#10303f',
    '--holdfast-warn': '#f5c56b',
    '--holdfast-warn-soft': '#3a2a0c',
    '--holdfast-bad': '#ffaca4',
    '--holdfast-bad-soft': '#421917',
    '--holdfast-found': '#6b4d00',
  },
} as const

const choosing = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const

export const theme = createTheme({
  primaryColor: 'cerulean',
  primaryShade: { light: 7, dark: 7 },
  colors: { cerulean, gray, dark, red, teal },
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  autoContrast: true,
  focusRing: 'auto',
  components: {
    // Dropdowns stay beside their field, inside the page's main landmark. Those of dialogs do not (`DialogFields`).
    Combobox: { defaultProps: { withinPortal: false } },
    // Their list scrolls by itself, because the field keeps the focus.
    Select: { defaultProps: choosing },
    MultiSelect: { defaultProps: choosing },
    Autocomplete: { defaultProps: choosing },
    TagsInput: { defaultProps: choosing },
    Textarea: { defaultProps: { autosize: true, minRows: 2, maxRows: 8 } },
    // Mantine's yellow title has too little contrast on its background.
    Alert: { defaultProps: { styles: { title: { color: 'var(--mantine-color-text)' } } } },
    // Titles may have several lines. Otherwise screen readers would announce the header of a dialog as the page's banner.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        styles: { title: { fontWeight: 600, lineHeight: 1.3, overflowWrap: 'anywhere' } },
      },
    },
    // Links also stand within sentences, where colour alone would not show them (WCAG 1.4.1).
    Anchor: { defaultProps: { underline: 'always' } },
    Container: { defaultProps: { size: '80rem' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Paper: { defaultProps: { radius: 'lg' } },
  },
})

/** Holdfast's own variables beside Mantine's. Style sheets use these instead of naming colours. */
export const surfaces: CSSVariablesResolver = () => ({
  variables: { '--holdfast-nav-width': '15.5rem', '--holdfast-bar-height': '3.5rem' },
  light: {
    ...tones.light,
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-anchor': cerulean[7],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-error': '#b42318',
    '--holdfast-canvas': gray[0],
    '--holdfast-surface': '#ffffff',
    '--holdfast-hover': gray[1],
    '--holdfast-border': gray[2],
    '--holdfast-accent': cerulean[7],
    '--holdfast-accent-soft': cerulean[0],
    '--holdfast-wave': cerulean[2],
    '--holdfast-support': '#b54708',
  },
  dark: {
    ...tones.dark,
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': cerulean[3],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': '#ff9b90',
    '--holdfast-canvas': dark[8],
    '--holdfast-surface': dark[7],
    '--holdfast-hover': dark[6],
    '--holdfast-border': dark[5],
    '--holdfast-accent': cerulean[3],
    '--holdfast-accent-soft': '#10303f',
    '--holdfast-wave': '#2d5468',
    '--holdfast-support': '#b54708',
  },
})

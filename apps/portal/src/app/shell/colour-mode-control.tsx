import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { colourModes } from '../../shared/theme/colour-mode.ts'

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const
const labels = { auto: 'shell.mode_auto', light: 'shell.mode_light', dark: 'shell.mode_dark' } as const

export const ColourModeControl = () => {
  const t = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.colour_mode')}
      value={colorScheme}
      onChange={(mode) => setColorScheme(mode as (typeof colourModes)[number])}
      data={colourModes.map((mode) => {
        const Icon = icons[mode]
        return {
          value: mode,
          label: (
            <span title={t(labels[mode])}>
              <Icon size={16} stroke={1.7} aria-hidden style={{ display: 'block' }} />
              <VisuallyHidden>{t(labels[mode])}</VisuallyHidden>
            </span>
          ),
        }
      })}
    />
  )
}

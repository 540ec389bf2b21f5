import type { TelemetryProblem } from '@holdfast/contract'
import { Group } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'

const tones = {
  rooted: 'bad',
  not_device_admin: 'bad',
  permission_denied: 'bad',
  storage_full: 'warn',
  battery_low: 'warn',
} as const satisfies Record<TelemetryProblem, string>

/** What is wrong with a device; nothing for one that is well. */
export const ProblemBadges = ({ problems }: { problems: readonly TelemetryProblem[] }) => {
  const t = useText()
  return (
    <Group gap={2} component="span" style={{ display: 'inline-flex' }}>
      {problems.map((problem) => (
        <Badge key={problem} tone={tones[problem]}>
          {t(`telemetry.${problem}`)}
        </Badge>
      ))}
    </Group>
  )
}

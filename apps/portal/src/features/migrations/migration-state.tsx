import type { LegacyMigration, MigrationState } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

const tones: Readonly<Record<MigrationState, Tone>> = {
  Pending: 'info',
  Quarantined: 'bad',
  Migrated: 'good',
  PartialFail: 'warn',
  Failed: 'bad',
}

/** How far a run is, or whether somebody stopped it. */
export const StateOfMigration = ({
  migration: { migration_state, is_stopped },
}: {
  migration: Pick<LegacyMigration, 'migration_state' | 'is_stopped'>
}) => {
  const t = useText()
  if (migration_state === 'Pending' && is_stopped) return <Badge tone="warn">{t('migrations.stopped')}</Badge>
  return <Badge tone={tones[migration_state]}>{t(`migrations.state_${migration_state}`)}</Badge>
}

/** Says that nothing was written. */
export const DryRunBadge = () => <Badge>{useText()('migrations.dry_run')}</Badge>

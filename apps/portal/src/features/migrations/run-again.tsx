import type { LegacyMigration } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { useStart } from './use-start.ts'

/** After a dry run, the migration itself; after a migration, another run over the same export, in which nothing is doubled. Not once the export is removed. */
export const RunAgain = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const can = useCan()
  const { start, isStarting, refusal } = useStart()
  const { folder, source, time_zone, columns, is_dry_run, migration_state } = migration
  const isGone = migration.is_removing_export || migration.export_removed_at !== null
  if (migration_state === 'Pending' || isGone || !can('migrations:write')) return null
  const isReady = is_dry_run && (migration_state === 'Migrated' || migration_state === 'PartialFail')
  return (
    <>
      {is_dry_run && (
        <Button
          size="xs"
          variant="default"
          loading={isStarting}
          onClick={() => start({ folder, source, time_zone, columns, is_dry_run })}
        >
          {t('migrations.dry_run_again')}
        </Button>
      )}
      {(isReady || !is_dry_run) && (
        <ConfirmButton
          size="xs"
          variant={is_dry_run ? 'filled' : 'default'}
          color="blue"
          label={t(is_dry_run ? 'migrations.migrate_now' : 'migrations.run_again')}
          title={t('migrations.migrate_title', { folder })}
          body={t('migrations.migrate_body')}
          isBusy={isStarting}
          onConfirm={() => start({ folder, source, time_zone, columns, is_dry_run: false })}
        />
      )}
      <Refusal refusal={refusal} />
    </>
  )
}

import { calls, type LegacyMigration } from '@holdfast/contract'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'

const operations = ['stop', 'resume'] as const

/** Stops a run, or lets it go on. */
export const MigrationActions = ({ migration: { migration_id, may } }: { migration: LegacyMigration }) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.changeMigration,
    changes: [calls.listMigrations],
    onSaved: ({ is_stopped }) => notice(text(is_stopped ? 'migrations.stop_asked' : 'migrations.resume_asked')),
  })
  return (
    <>
      {operations
        .filter((operation) => may.includes(operation))
        .map((operation) => (
          <ConfirmButton
            key={operation}
            size="xs"
            variant={operation === 'stop' ? 'default' : 'filled'}
            color={operation === 'stop' ? 'red' : 'blue'}
            label={t(`migrations.${operation}`)}
            title={t(`migrations.${operation}_title`)}
            body={t(`migrations.${operation}_body`)}
            isBusy={isSaving}
            onConfirm={() => save({ params: { migration_id }, body: { operation } })}
          />
        ))}
      <Refusal refusal={refusal} />
    </>
  )
}

import { calls, type LegacyMigration } from '@holdfast/contract'
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { readApi, session } from '../../shared/api/client.ts'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'

/** Removes the files of an export once its migration is signed off. */
export const RemoveExport = ({ migration: { migration_id, folder, may } }: { migration: LegacyMigration }) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.changeMigration,
    changes: [calls.listMigrations],
    onSaved: () => notice(text('migrations.remove_export_begun')),
  })
  if (!may.includes('remove_export')) return null
  return (
    <>
      <ConfirmButton
        size="xs"
        variant="default"
        color="red"
        label={t('migrations.remove_export')}
        title={t('migrations.remove_export_title', { folder })}
        body={
          <Stack gap="xs">
            <FilesToRemove folder={folder} />
            <span>{t('migrations.remove_export_stays')}</span>
          </Stack>
        }
        typed={folder}
        isBusy={isSaving}
        onConfirm={() => save({ params: { migration_id }, body: { operation: 'remove_export' } })}
      />
      <Refusal refusal={refusal} />
    </>
  )
}

/** Counts the files when the dialog opens. */
const FilesToRemove = ({ folder }: { folder: string }) => {
  const t = useText()
  const intl = useIntl()
  const { client, support } = session.state()
  const { data, error, refetch } = useQuery({
    queryKey: ['migration-exports', client, support?.requestReference ?? null, folder],
    queryFn: ({ signal }) =>
      readApi(calls.listMigrationExports, { query: { filter: { folders: [folder] }, limit: 1 }, signal }),
    staleTime: 0,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <span role="status">{t('migrations.remove_export_counting')}</span>
  const { file_count: files, bytes } = data.items[0] ?? { file_count: 0, bytes: 0 }
  return <span>{t('migrations.remove_export_files', { files, size: byteSize(intl, bytes) })}</span>
}

/** Why a run can't be repeated. */
export const RemovedExport = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const { is_removing_export, export_removed_at } = migration
  if (!is_removing_export && export_removed_at === null) return null
  const note = is_removing_export ? 'migrations.removing_export_note' : 'migrations.export_removed_note'
  return (
    <Alert color="blue" role="status">
      {t(note)}
    </Alert>
  )
}

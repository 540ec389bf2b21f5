import type { MigrationExport } from '@holdfast/contract'
import { Alert, Select, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { session } from '../../../shared/api/client.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import classes from './export-files.module.css'
import type { Exports } from './use-exports.ts'

interface ChooseExportProps {
  exports: Exports
  chosen: MigrationExport | null
  onChoose: (folder: string) => void
}

/** A folder that is in the store, with its files. */
export const ChooseExport = ({ exports: { all, error, readAgain }, chosen, onChoose }: ChooseExportProps) => {
  const t = useText()
  if (error) return <ErrorState error={error} onRetry={readAgain} />
  if (all.length === 0)
    return <Text size="sm">{t('migrations.no_exports', { client: session.activeClient() ?? '' })}</Text>
  return (
    <Stack>
      <Select
        label={t('migrations.folder')}
        placeholder={t('migrations.choose_folder')}
        withAsterisk
        searchable
        allowDeselect={false}
        data={all.map(({ folder }) => folder)}
        value={chosen?.folder ?? null}
        onChange={(folder) => folder !== null && onChoose(folder)}
      />
      {chosen && <ExportFiles export={chosen} />}
    </Stack>
  )
}

const ExportFiles = ({ export: { files, file_count, bytes } }: { export: MigrationExport }) => {
  const t = useText()
  const intl = useIntl()
  const unknown = files.filter(({ kind }) => kind === null).length
  return (
    <>
      <Text size="sm">{t('migrations.files_and_bytes', { files: file_count, size: byteSize(intl, bytes) })}</Text>
      {unknown > 0 && <Alert color="yellow">{t('migrations.unknown_files', { files: unknown })}</Alert>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('migrations.files')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('migrations.file')}</th>
              <th scope="col">{t('migrations.kind')}</th>
              <th scope="col" className={classes.number}>
                {t('migrations.size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ file_name, kind, bytes: size }) => (
              <tr key={file_name}>
                <td className={classes.name}>
                  <bdi>{file_name}</bdi>
                </td>
                <td>{t(`migrations.kind_${kind ?? 'unknown'}`)}</td>
                <td className={`numeric ${classes.number}`}>{byteSize(intl, size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {file_count > files.length && (
        <Text size="sm" c="dimmed">
          {t('migrations.first_files', { shown: files.length, files: file_count })}
        </Text>
      )}
    </>
  )
}

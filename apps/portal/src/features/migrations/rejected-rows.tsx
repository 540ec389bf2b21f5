import {
  type CallInput,
  calls,
  type LegacyMigration,
  type MigrationResultCode,
  type MigrationRow,
} from '@holdfast/contract'
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../shared/api/client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { saveFile } from '../../shared/ui/save-file.ts'
import { type Rejected, rejectedFiles } from './rejected-file.ts'

const rowsOfPage = 100

/** The rows that ended with these codes, page by page. */
async function* rowsOf(migration_id: string, codes: MigrationResultCode[]): AsyncGenerator<readonly MigrationRow[]> {
  let last_key: string | null = null
  do {
    const query: CallInput<typeof calls.listMigrationRows>['query'] = {
      filter: { codes },
      limit: rowsOfPage,
      ...(last_key !== null && { last_key }),
    }
    const page: { items: MigrationRow[]; last_key: string | null } | { total: number } = await callApi(
      calls.listMigrationRows,
      { params: { migration_id }, query },
    )
    if (!('items' in page)) return
    yield page.items
    last_key = page.last_key
  } while (last_key !== null)
}

type Run = Pick<LegacyMigration, 'migration_id' | 'import_errors' | 'warnings'>

/** Saves the rows that were not imported as tables, which can be mended and loaded again. */
export const RejectedRows = ({ migration }: { migration: Run }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.7} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('migrations.save_rejected')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('migrations.save_rejected')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <SaveForm migration={migration} onDone={close} />
      </Modal>
    </>
  )
}

const SaveForm = ({ migration, onDone }: { migration: Run; onDone: () => void }) => {
  const t = useText()
  const { migration_id, import_errors, warnings } = migration
  const [hasWarnings, setHasWarnings] = useState(import_errors.length === 0)
  const [read, setRead] = useState(0)
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => {
      const codes = [...import_errors, ...(hasWarnings ? warnings : [])].map(({ code }) => code)
      return rejectedFiles(rowsOf(migration_id, codes), setRead)
    },
  })
  if (data) return <SavedFiles rejected={data} onDone={onDone} />
  return (
    <DialogForm
      label={t('migrations.prepare')}
      isComplete={import_errors.length > 0 || hasWarnings}
      isSaving={isPending}
      onSubmit={mutate}
      onCancel={onDone}
    >
      <Text size="sm">{t('migrations.save_rejected_body')}</Text>
      {import_errors.length > 0 && warnings.length > 0 && (
        <Checkbox
          label={t('migrations.with_warnings')}
          checked={hasWarnings}
          disabled={isPending}
          onChange={(event) => setHasWarnings(event.currentTarget.checked)}
        />
      )}
      {isPending && (
        <Text size="sm" role="status">
          {t('migrations.rows_prepared', { rows: read })}
        </Text>
      )}
    </DialogForm>
  )
}

/** One button for each file, because browsers ask before they save several at once. */
const SavedFiles = ({ rejected: { files, others }, onDone }: { rejected: Rejected; onDone: () => void }) => {
  const t = useText()
  return (
    <Stack>
      {files.length === 0 && others === 0 && <Text size="sm">{t('migrations.nothing_rejected')}</Text>}
      {files.map(({ name, rows, file }) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} />}
            onClick={() => saveFile(file, name)}
          >
            {t('migrations.save_file', { name })}
          </Button>
          <Text size="sm" c="dimmed">
            {t('migrations.file_rows', { rows })}
          </Text>
        </Group>
      ))}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {t('migrations.not_tables', { rows: others })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('form.close')}
        </Button>
      </Group>
    </Stack>
  )
}

import { fieldProblem, MigrationFolder } from '@holdfast/contract'
import { ActionIcon, Alert, Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconFolderUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { failureMessage } from '../../../shared/notices/notice.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { DropArea } from '../../../shared/ui/drop-area.tsx'
import { LeaveQuestion } from '../../../shared/ui/leave-question.tsx'
import classes from './export-files.module.css'
import { freeFolder } from './free-folder.ts'
import { problemOfFile } from './upload-parts.ts'
import { type Upload, useUpload } from './use-upload.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

interface UploadExportProps {
  /** The folders that exist. */
  folders: readonly string[]
  onUploaded: (folder: string) => void
}

/** Uploads the files of an export to a folder. */
export const UploadExport = ({ folders, onUploaded }: UploadExportProps) => {
  const t = useText()
  const [folder, setFolder] = useState(() => freeFolder(`export-${today()}`, folders))
  const upload = useUpload(onUploaded)
  const { files, state, failure, add, send, pause } = upload
  const usable = files.filter((file) => problemOfFile(file) === null)
  const isSending = state === 'sending'
  const hasBegun = usable.some((file) => upload.sentOf(file) > 0)
  const isComplete = usable.length > 0 && fieldProblem(MigrationFolder, folder) === null
  return (
    <Stack>
      <LeaveQuestion isUnsaved={() => isSending} />
      <TextInput
        label={t('migrations.folder_name')}
        description={t('migrations.folder_name_hint')}
        withAsterisk
        maxLength={60}
        value={folder}
        disabled={isSending}
        error={fieldRule(MigrationFolder)(folder)}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      {folders.includes(folder) && !isSending && (
        <Alert color="yellow" role="status">
          {t('migrations.folder_exists')}
        </Alert>
      )}
      {!isSending && <DropFiles onFiles={add} />}
      {files.length > 0 && <FileList upload={upload} />}
      {(isSending || hasBegun) && <UploadProgress upload={upload} usable={usable} />}
      {state === 'failed' && (
        <Alert color="red" role="alert" title={t('migrations.upload_failed')}>
          {failure && <div>{failureMessage(failure)}</div>}
          {t('migrations.upload_failed_body')}
        </Alert>
      )}
      <Group>
        {isSending ? (
          <Button variant="default" onClick={pause}>
            {t('migrations.upload_pause')}
          </Button>
        ) : (
          <Button disabled={!isComplete} onClick={() => send(folder)}>
            {hasBegun ? t('migrations.upload_on') : t('migrations.upload', { files: usable.length })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const DropFiles = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const t = useText()
  return (
    <DropArea label={t('migrations.drop')} onFiles={onFiles}>
      <IconFolderUp size={28} aria-hidden />
      <Text size="sm">{t('migrations.drop')}</Text>
      <Text size="sm" c="dimmed">
        {t('migrations.drop_hint')}
      </Text>
      <FileButton multiple onChange={onFiles}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('migrations.choose_files')}
          </Button>
        )}
      </FileButton>
    </DropArea>
  )
}

const FileList = ({ upload }: { upload: Upload }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <ul className={classes.files}>
      {upload.files.map((file) => (
        <li key={file.name} className={classes.file}>
          <bdi className={classes.grow}>{file.name}</bdi>
          <span className="numeric">{byteSize(intl, file.size)}</span>
          <FileState file={file} upload={upload} />
          {upload.state !== 'sending' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('migrations.remove_file', { name: file.name })}
              onClick={() => upload.remove(file)}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}

const FileState = ({ file, upload: { sentOf, state } }: { file: File; upload: Upload }) => {
  const t = useText()
  const problem = problemOfFile(file)
  if (problem !== null) {
    return (
      <Text size="sm" c="red">
        {t(`migrations.file_${problem}`)}
      </Text>
    )
  }
  const sent = sentOf(file)
  if (sent === 0 && state === 'choosing') return null
  const words =
    sent === 0
      ? t('migrations.file_waits')
      : sent < file.size
        ? t('migrations.file_part', { share: sent / file.size })
        : t('migrations.file_there')
  return (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  )
}

const UploadProgress = ({ upload: { sentOf, state }, usable }: { upload: Upload; usable: readonly File[] }) => {
  const t = useText()
  const intl = useIntl()
  const total = usable.reduce((sum, { size }) => sum + size, 0)
  const sent = usable.reduce((sum, file) => sum + sentOf(file), 0)
  return (
    <Stack gap="xs" role="status">
      <Progress
        value={(sent / Math.max(1, total)) * 100}
        animated={state === 'sending'}
        aria-label={t('migrations.upload_progress', { sent: byteSize(intl, sent), total: byteSize(intl, total) })}
      />
      <Text size="sm">
        {t('migrations.upload_progress', { sent: byteSize(intl, sent), total: byteSize(intl, total) })}
        {state === 'sending' && ` · ${t('migrations.upload_keep_open')}`}
      </Text>
    </Stack>
  )
}

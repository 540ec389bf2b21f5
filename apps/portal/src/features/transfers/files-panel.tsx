import { shownTransferFiles, type TransferAttempt, type Transferable, type TransferredFile } from '@holdfast/contract'
import { Group, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './files-panel.module.css'
import { StateOfTransfer } from './transfer-state.tsx'

/** The files of a transfer, those that failed first, each with its attempts. */
export const FilesPanel = ({ transfer: { transfers } }: { transfer: Transferable }) => {
  const t = useText()
  return (
    <Panel title={t('transfers.files')}>
      <Text size="sm" c="dimmed" mb="sm">
        {transfers.length === 0
          ? t('transfers.no_files')
          : t(transfers.length < shownTransferFiles ? 'transfers.all_files' : 'transfers.first_files', {
              count: transfers.length,
            })}
      </Text>
      {transfers.map((file) => (
        <File key={file.file_name} file={file} />
      ))}
    </Panel>
  )
}

const File = ({ file: { file_name, state, attempts } }: { file: TransferredFile }) => (
  <details className={classes.file} open={state === 'Failed'}>
    <summary className={classes.summary}>
      <bdi className={classes.name}>{file_name}</bdi>
      <StateOfTransfer state={state} />
    </summary>
    {attempts.map((attempt) => (
      <Attempt key={attempt.started_at} attempt={attempt} />
    ))}
  </details>
)

const Attempt = ({ attempt }: { attempt: TransferAttempt }) => {
  const t = useText()
  const intl = useIntl()
  const { started_at, state, bytes, sha256, check, error_message } = attempt
  return (
    <div className={classes.attempt}>
      <Group gap="sm">
        <Moment time={started_at} withSeconds />
        <StateOfTransfer state={state} />
        <span className="numeric">{byteSize(intl, bytes)}</span>
        {check && <span>{t(`transfers.check_${check}`)}</span>}
      </Group>
      {sha256 && <code className={classes.hash}>{sha256}</code>}
      {error_message && <bdi>{error_message}</bdi>}
    </div>
  )
}

import type { CarrierImport } from '@holdfast/contract'
import { Alert, Group, Stack } from '@mantine/core'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** What became of the rows of a file. */
export const ImportResult = ({ file }: { file: CarrierImport }) => (
  <DetailColumns main={<Rows file={file} />} side={<FileFacts file={file} />} />
)

const Rows = ({ file }: { file: CarrierImport }) => {
  const t = useText()
  const intl = useIntl()
  const { import_reference, rows_read, rows_imported, rows_repeated, rows_ignored, rows_refused, state, failure } = file
  const counts = [
    ['carrier.rows', rows_read],
    ['carrier.imported', rows_imported],
    ['carrier.repeated', rows_repeated],
    ['carrier.ignored', rows_ignored],
    ['carrier.refused', rows_refused],
  ] as const
  const others = rows_repeated + rows_ignored + rows_refused
  return (
    <Panel title={t('carrier.result')}>
      <Stack>
        {failure && (
          <Alert color="red" title={t(`carrier.failure_${failure}`)}>
            {t('carrier.failed_body')}
          </Alert>
        )}
        <Facts
          title={null}
          facts={counts.map(([label, count]) => ({ label: t(label), value: intl.formatNumber(count) }))}
        />
        {state !== 'Undone' && (
          <Group gap="xs">
            {rows_imported > 0 && (
              <LinkButton
                size="xs"
                variant="default"
                to="/dashboard/devices/carrier-records"
                search={{ filter: { import_references: [import_reference] } } as never}
              >
                {t('carrier.see_records')}
              </LinkButton>
            )}
            {others > 0 && (
              <LinkButton
                size="xs"
                variant="default"
                to="/dashboard/devices/carrier-records/imports/$import_reference/rows"
                params={{ import_reference }}
              >
                {t('carrier.see_rows', { count: others })}
              </LinkButton>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

const FileFacts = ({ file }: { file: CarrierImport }) => {
  const t = useText()
  const intl = useIntl()
  const { first_at, last_at, finished_at, undone_at } = file
  return (
    <Panel>
      <Facts
        title={t('carrier.file')}
        facts={[
          { label: t('carrier.carrier'), value: file.carrier_name },
          { label: t('carrier.size'), value: byteSize(intl, file.file_bytes) },
          { label: 'SHA-256', value: <code>{file.file_sha256.slice(0, 16)}…</code>, copy: file.file_sha256 },
          { label: t('carrier.first_record'), value: first_at && <Moment time={first_at} /> },
          { label: t('carrier.last_record'), value: last_at && <Moment time={last_at} /> },
          { label: t('carrier.uploaded_at'), value: <Moment time={file.created_at} /> },
          { label: t('carrier.uploaded_by'), value: <Colleague author={file.created_by} /> },
          { label: t('carrier.finished_at'), value: finished_at && <Moment time={finished_at} /> },
          { label: t('carrier.undone_at'), value: undone_at && <Moment time={undone_at} /> },
          { label: t('carrier.undone_by'), value: file.undone_by && <Colleague author={file.undone_by} /> },
          { label: t('carrier.undone_reason'), value: file.undone_reason },
        ]}
      />
    </Panel>
  )
}

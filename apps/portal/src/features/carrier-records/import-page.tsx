import { type CarrierImport, calls } from '@holdfast/contract'
import { Progress, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportState } from './import-state.tsx'
import { MapFile } from './map-file.tsx'
import { UndoImport } from './undo-import.tsx'

export const prefetch = prefetchLoaded(calls.getCarrierImport)

/** One file of a carrier: how it is read, how far its import is, and what came of it. */
export default function ImportPage() {
  const { import_reference = '' } = useParams({ strict: false })
  const can = useCan()
  const { data: file, error, refetch } = useLoaded(calls.getCarrierImport, { import_reference })
  useEvents(
    ({ kind, reference }) => {
      if (kind === 'carrier_import' && reference === import_reference)
        readItemAgain(calls.getCarrierImport, { import_reference })
    },
    () => void refetch(),
  )
  const failure = errorInstead(error, file)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!file) return <PageSkeleton />
  const mayImport = can('carrier_imports:write')
  return (
    <>
      <PageHeader title={file.file_name}>
        <ImportState file={file} />
        {mayImport && file.state !== 'Undone' && <UndoImport file={file} />}
      </PageHeader>
      {file.state === 'Uploaded' && mayImport ? (
        <MapFile file={file} />
      ) : file.state === 'Importing' ? (
        <Importing file={file} />
      ) : (
        <ImportResult file={file} />
      )}
    </>
  )
}

const Importing = ({ file: { rows_read, lines } }: { file: CarrierImport }) => {
  const t = useText()
  const share = Math.min(100, (rows_read / Math.max(1, lines)) * 100)
  return (
    <Panel title={t('carrier.importing')}>
      <Stack gap="sm" role="status">
        <Progress value={share} aria-label={t('carrier.importing')} animated />
        <Text size="sm">{t('carrier.rows_read', { count: rows_read, total: lines })}</Text>
        <Text size="sm" c="dimmed">
          {t('carrier.importing_note')}
        </Text>
      </Stack>
    </Panel>
  )
}

import { type CarrierImport, type CarrierMapping, calls } from '@holdfast/contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { readApi, session } from '../../shared/api/client.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { MappingFields } from './mapping-fields.tsx'
import { PreviewTable } from './preview-table.tsx'

const typingPauseMs = 400

/** How the first rows of a file would be read, with what was entered, once somebody pauses. */
const usePreview = (import_reference: string, entered: CarrierMapping | null) => {
  const [mapping] = useDebouncedValue(entered, typingPauseMs)
  const { client, support } = session.state()
  return useQuery({
    queryKey: ['carrier-preview', client, support?.requestReference ?? null, import_reference, mapping],
    queryFn: ({ signal }) =>
      readApi(calls.previewCarrierImport, {
        params: { import_reference },
        body: mapping ? { mapping } : {},
        isPortalRead: mapping !== null,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The second step of an import: which column is what, with what the first rows then say. */
export const MapFile = ({ file }: { file: CarrierImport }) => {
  const t = useText()
  const { import_reference, carrier_name } = file
  const [entered, setEntered] = useState<CarrierMapping | null>(null)
  const { data: preview, error, isFetching, refetch } = usePreview(import_reference, entered)
  const { save, isSaving, refusal } = useSave({
    call: calls.startCarrierImport,
    changes: [calls.getCarrierImport, calls.listCarrierImports],
    onSaved: () => undefined,
  })
  const problem = error instanceof ApiError ? error : null
  if (!preview) return problem ? <ErrorState error={problem} onRetry={() => void refetch()} /> : <PageSkeleton />
  const mapping = entered ?? preview.mapping
  const isReady = !isFetching && !problem && preview.good > 0
  return (
    <Stack>
      <Panel title={t('carrier.columns')}>
        <Stack>
          <Text size="sm">{t('carrier.map_lead', { carrier: carrier_name })}</Text>
          <MappingFields mapping={mapping} titles={preview.titles} onChange={setEntered} />
        </Stack>
      </Panel>
      <Panel title={t('carrier.preview')}>
        <Stack>
          {problem ? <Refusal refusal={problem} /> : <Summary {...preview} />}
          {mapping.columns.other_number === null && <Alert color="yellow">{t('carrier.no_other_number')}</Alert>}
          {!problem && <PreviewTable preview={preview} />}
        </Stack>
      </Panel>
      <Refusal refusal={refusal} />
      <Group justify="flex-end">
        <Button
          disabled={!isReady}
          loading={isSaving}
          onClick={() => save({ params: { import_reference }, body: { mapping } })}
        >
          {t('carrier.start')}
        </Button>
      </Group>
    </Stack>
  )
}

interface SummaryProps {
  read: number
  good: number
  refused: number
  ignored: number
  is_whole: boolean
}

const Summary = ({ read, good, refused, ignored, is_whole }: SummaryProps) => {
  const t = useText()
  return (
    <Alert color={refused === 0 ? 'green' : good === 0 ? 'red' : 'yellow'} role="status">
      {t(is_whole ? 'carrier.preview_all' : 'carrier.preview_first', { read, good, refused, ignored })}
    </Alert>
  )
}

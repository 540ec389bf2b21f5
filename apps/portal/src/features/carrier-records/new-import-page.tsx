import { CarrierName, calls, fieldProblem, limits } from '@holdfast/contract'
import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { callApi, readApi, session } from '../../shared/api/client.ts'
import { ListedInput } from '../../shared/forms/listed-input.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

const megabytes = limits.maxCarrierFileBytes / 1024 / 1024

/** The carriers whose files were imported before. */
const useCarrierNames = (): readonly string[] => {
  const { client, support } = session.state()
  const { data } = useQuery({
    queryKey: ['carrier-names', client, support?.requestReference ?? null],
    queryFn: ({ signal }) => readApi(calls.listCarrierMappings, { query: { limit: 100 }, isPortalRead: true, signal }),
  })
  return data && 'items' in data ? data.items.map(({ carrier_name }) => carrier_name) : []
}

/** The first step of an import: whose file it is. */
export default function NewImportPage() {
  const t = useText()
  const navigate = useNavigate()
  const names = useCarrierNames()
  const [carrier_name, setCarrierName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      callApi(calls.uploadCarrierFile, {
        query: { carrier_name: carrier_name.trim(), file_name: chosen.name.slice(0, 255) },
        bytes: chosen,
        isQuiet: true,
      }),
    onSuccess: ({ import_reference }) =>
      void navigate({
        to: '/dashboard/devices/carrier-records/imports/$import_reference',
        params: { import_reference },
      }),
  })
  const isTooLarge = file !== null && file.size > limits.maxCarrierFileBytes
  const isComplete = fieldProblem(CarrierName, carrier_name.trim()) === null && file !== null && !isTooLarge
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && file) upload.mutate(file)
  }
  return (
    <>
      <PageHeader title={t('page.new_carrier_import')} />
      <Panel>
        <form onSubmit={submit} noValidate>
          <Stack maw="34rem">
            <Text size="sm">{t('carrier.upload_lead')}</Text>
            <ListedInput
              label={t('carrier.carrier')}
              description={t('carrier.carrier_hint')}
              withAsterisk
              maxLength={60}
              options={names}
              value={carrier_name}
              problem={null}
              onChange={setCarrierName}
            />
            <FileInput
              label={t('carrier.file')}
              description={t('carrier.file_hint', { rows: limits.maxCarrierRows, megabytes })}
              placeholder={t('carrier.choose_file')}
              withAsterisk
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              leftSection={<IconFileSpreadsheet size={16} />}
              clearable
              clearButtonProps={{ 'aria-label': t('carrier.remove_file') }}
              value={file}
              onChange={setFile}
              error={isTooLarge && t('carrier.file_too_large', { megabytes })}
            />
            <Refusal refusal={upload.error instanceof ApiError ? upload.error : null} />
            <Group justify="flex-end">
              <Button type="submit" disabled={!isComplete} loading={upload.isPending}>
                {t('carrier.upload')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </>
  )
}

import {
  type CallDeclaration,
  calls,
  type ExportedList,
  type ExportFormat,
  exportedLists,
  exportedTracks,
  exportedTrails,
  exportFormats,
  type Locale,
} from '@holdfast/contract'
import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { callApi } from '../api/client.ts'
import { DialogForm } from '../forms/dialog-form.tsx'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useCan } from '../session/profile.ts'
import { saveAddress } from '../ui/save-address.ts'
import type { ListRequest } from './list-queries.ts'
import type { ListResult } from './use-list.ts'

interface ExportControlProps {
  request: ListRequest<CallDeclaration>
  /** The name of the list, for the name of the file. */
  name: string
  counted: Pick<ListResult<unknown>, 'total' | 'isTotalCapped'>
}

const maxFilenameCharacters = 100

const listOfCall = (call: CallDeclaration): ExportedList | undefined =>
  exportedLists.find((list) => calls[list] === call)

/** In the toolbar of a list: exports all rows with its filters. People who may only read the trail are told so. */
export const ExportControl = ({ request, ...shown }: ExportControlProps) => {
  const t = useText()
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const list = listOfCall(request.call)
  if (!list) return null
  const isOnlyRead = exportedTrails.has(list) && !can('audit:export')
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFileExport size={15} stroke={1.7} />}
        onClick={() => setIsOpen(true)}
      >
        {t('export.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('export.title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {isOnlyRead ? (
          <Text size="sm">{t('export.trail_only_read')}</Text>
        ) : (
          <ExportForm list={list} request={request} onClose={close} {...shown} />
        )}
      </Modal>
    </>
  )
}

interface ExportFormProps extends ExportControlProps {
  list: ExportedList
  /** The rows are selected, not all those with the filters of a list. */
  isSelection?: boolean
  onClose: () => void
}

/** Asks for format and name of the file. */
export const ExportForm = ({ list, request, name, counted, isSelection, onClose }: ExportFormProps) => {
  const t = useText()
  const { locale } = useIntl()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [filename, setFilename] = useState(() => `${name} ${new Date().toISOString().slice(0, 10)}`)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { params, filter, sort } = request
      const query = { filter, ...(sort && { sort }) }
      const named = filename.trim() === '' ? {} : { filename: filename.trim() }
      return callApi(calls.createExport, {
        body: { list, format, query, locale: locale as Locale, ...(params && { params }), ...named },
      })
    },
    onSuccess: ({ url }) => {
      saveAddress(url)
      notice(text('export.begun'), text('export.begun_body'))
      onClose()
    },
  })
  const { total, isTotalCapped } = counted
  const rowsOfList = total === undefined ? 'export.rows_unknown' : isTotalCapped ? 'export.rows_capped' : 'export.rows'
  return (
    <DialogForm label={t('export.open')} isSaving={isPending} onSubmit={mutate} onCancel={onClose}>
      <Text size="sm">{t(isSelection ? 'export.rows_selected' : rowsOfList, { total: total ?? 0 })}</Text>
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(exportFormats.find((known) => known === value) ?? 'csv')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="csv"
            label={t('export.csv')}
            description={t(exportedTrails.has(list) ? 'export.csv_trail_hint' : 'export.csv_hint')}
          />
          <Radio value="ndjson" label={t('export.ndjson')} description={t('export.ndjson_hint')} />
          {exportedTracks.has(list) && (
            <>
              <Radio value="gpx" label={t('export.gpx')} description={t('export.gpx_hint')} />
              <Radio value="kml" label={t('export.kml')} description={t('export.kml_hint')} />
            </>
          )}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('export.filename')}
        value={filename}
        onChange={(event) => setFilename(event.currentTarget.value)}
        maxLength={maxFilenameCharacters}
        autoComplete="off"
      />
      <Text size="sm" c="dimmed">
        {t('export.recorded')}
      </Text>
    </DialogForm>
  )
}

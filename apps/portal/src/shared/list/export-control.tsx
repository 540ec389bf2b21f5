import {
  type CallDeclaration,
  calls,
  type ExportedList,
  type ExportFormat,
  exportedLists,
  exportedTracks,
  exportedTrails,
  type ListForPeople,
  type Locale,
  listsForPeople,
} from '@holdfast/contract'
import { fileColumnIds, opensMessages } from '@holdfast/words'
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { callApi } from '../api/client.ts'
import { DialogForm } from '../forms/dialog-form.tsx'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useCan } from '../session/profile.ts'
import { personTimezone } from '../ui/person-timezone.ts'
import { saveAddress } from '../ui/save-address.ts'
import type { ListRequest } from './list-queries.ts'
import type { ListResult } from './use-list.ts'

interface ExportControlProps {
  request: ListRequest<CallDeclaration>
  /** The name of the list, for the name of the file. */
  name: string
  counted: Pick<ListResult<unknown>, 'total' | 'isTotalCapped'>
  /** The columns that the person chose to see; absent where rows are no table. */
  shownColumns?: readonly string[] | undefined
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

type Choice = 'people_xlsx' | 'people_csv' | ExportFormat

/** The parts of the call that a choice decides. */
const askedBy = (choice: Choice, locale: Locale, columns: readonly string[] | undefined) => {
  if (choice !== 'people_xlsx' && choice !== 'people_csv') return { format: choice, locale }
  const format = choice === 'people_xlsx' ? 'xlsx' : 'csv'
  const chosen = columns && { columns: [...columns] }
  return { format, form: 'people', locale, time_zone: personTimezone(), ...chosen } as const
}

/** The columns that the screen shows, as far as a file has them; `undefined` where there is no choice. */
const columnsInFile = (list: ListForPeople | undefined, shown: readonly string[] | undefined) => {
  if (!list || !shown) return undefined
  const known = fileColumnIds(list)
  const columns = shown.filter((id) => known.includes(id))
  return columns.length > 0 ? columns : undefined
}

/** Asks for format, columns and name of the file. */
export const ExportForm = ({
  list,
  request,
  name,
  counted,
  shownColumns,
  isSelection = false,
  onClose,
}: ExportFormProps) => {
  const t = useText()
  const { locale } = useIntl()
  const listForPeople = listsForPeople.find((known) => known === list)
  const [choice, setChoice] = useState<Choice>(listForPeople ? 'people_xlsx' : 'csv')
  const [hasAllColumns, setHasAllColumns] = useState(false)
  const [filename, setFilename] = useState(() => `${name} ${new Date().toISOString().slice(0, 10)}`)
  const columns = columnsInFile(listForPeople, shownColumns)
  const asksForShown = choice.startsWith('people_') && !hasAllColumns
  const withMessages = listForPeople !== undefined && asksForShown && opensMessages(listForPeople, columns)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { params, filter, sort } = request
      const query = { filter, ...(sort && { sort }) }
      const named = filename.trim() === '' ? {} : { filename: filename.trim() }
      const asked = askedBy(choice, locale as Locale, hasAllColumns ? undefined : columns)
      return callApi(calls.createExport, { body: { list, query, ...asked, ...(params && { params }), ...named } })
    },
    onSuccess: ({ url }) => {
      saveAddress(url)
      notice(text('export.begun'), text('export.begun_body'))
      onClose()
    },
  })
  return (
    <DialogForm label={t('export.open')} isSaving={isPending} onSubmit={mutate} onCancel={onClose}>
      <RowCount counted={counted} isSelection={isSelection} />
      <Radio.Group label={t('export.format')} value={choice} onChange={(value) => setChoice(value as Choice)}>
        <Stack gap="xs" mt="xs">
          {listForPeople && <FormatsForPeople />}
          <FormatsForPrograms list={list} hasHeading={listForPeople !== undefined} />
        </Stack>
      </Radio.Group>
      {columns && choice.startsWith('people_') && (
        <Radio.Group
          label={t('export.columns')}
          value={hasAllColumns ? 'all' : 'shown'}
          onChange={(value) => setHasAllColumns(value === 'all')}
        >
          <Group gap="lg" mt="xs">
            <Radio value="shown" label={t('export.columns_shown')} />
            <Radio value="all" label={t('export.columns_all')} />
          </Group>
        </Radio.Group>
      )}
      <TextInput
        label={t('export.filename')}
        value={filename}
        onChange={(event) => setFilename(event.currentTarget.value)}
        maxLength={maxFilenameCharacters}
        autoComplete="off"
      />
      <Text size="sm" c="dimmed">
        {t(withMessages ? 'export.recorded_with_messages' : 'export.recorded')}
      </Text>
    </DialogForm>
  )
}

const RowCount = ({
  counted: { total, isTotalCapped },
  isSelection,
}: Pick<ExportControlProps, 'counted'> & { isSelection: boolean }) => {
  const t = useText()
  const rowsOfList = total === undefined ? 'export.rows_unknown' : isTotalCapped ? 'export.rows_capped' : 'export.rows'
  return <Text size="sm">{t(isSelection ? 'export.rows_selected' : rowsOfList, { total: total ?? 0 })}</Text>
}

const FormatsForPeople = () => {
  const t = useText()
  return (
    <>
      <div>
        <Text size="sm" fw={600}>
          {t('export.for_people')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('export.for_people_hint', { zone: personTimezone() })}
        </Text>
      </div>
      <Radio value="people_xlsx" label={t('export.xlsx')} description={t('export.xlsx_hint')} />
      <Radio value="people_csv" label={t('export.people_csv')} description={t('export.csv_hint')} />
    </>
  )
}

const FormatsForPrograms = ({ list, hasHeading }: { list: ExportedList; hasHeading: boolean }) => {
  const t = useText()
  // Under the heading, the other CSV has said it.
  const csvHint = exportedTrails.has(list) ? 'export.csv_trail_hint' : hasHeading ? undefined : 'export.csv_hint'
  return (
    <>
      {hasHeading && (
        <Text size="sm" fw={600} mt="xs">
          {t('export.for_programs')}
        </Text>
      )}
      <Radio value="csv" label={t('export.csv')} description={csvHint && t(csvHint)} />
      <Radio value="ndjson" label={t('export.ndjson')} description={t('export.ndjson_hint')} />
      {exportedTracks.has(list) && (
        <>
          <Radio value="gpx" label={t('export.gpx')} description={t('export.gpx_hint')} />
          <Radio value="kml" label={t('export.kml')} description={t('export.kml_hint')} />
        </>
      )}
    </>
  )
}

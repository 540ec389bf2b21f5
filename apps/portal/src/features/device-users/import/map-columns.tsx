import { type ImportColumn, importColumns } from '@holdfast/contract'
import { Alert, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { guessMapping, type Mapping } from './column-mapping.ts'
import type { Table } from './read-table.ts'

interface MapColumnsProps {
  table: Table
  name: string
  onMapped: (mapping: Mapping) => void
  onBack: () => void
}

/** Says which column of the file has what, as far as its headers did not tell. */
export const MapColumns = ({ table, name, onMapped, onBack }: MapColumnsProps) => {
  const t = useText()
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table.headers))
  const options = table.headers.map((header, index) => ({
    value: String(index),
    label: header === '' ? t('import.column_number', { number: index + 1 }) : header,
  }))
  const example = (column: ImportColumn): string => {
    const index = mapping[column]
    return index === null ? '' : (table.rows[0]?.cells[index] ?? '')
  }
  const choose = (column: ImportColumn, value: string | null) =>
    setMapping({ ...mapping, [column]: value === null ? null : Number(value) })
  const missing = importColumns.filter((column) => mapping[column] === null && column !== 'expected_device_count')
  return (
    <Panel title={t('import.columns_title')}>
      <Stack>
        <Text size="sm">{t('import.file', { name, count: table.rows.length })}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {importColumns.map((column) => (
            <Select
              key={column}
              label={t(`import.column_${column}`)}
              description={
                example(column) === '' ? t('import.no_example') : t('import.example', { text: example(column) })
              }
              placeholder={t('import.not_in_file')}
              withAsterisk={column === 'device_user_reference'}
              clearable
              searchable
              data={options}
              value={mapping[column] === null ? null : String(mapping[column])}
              onChange={(value) => choose(column, value)}
            />
          ))}
        </SimpleGrid>
        {missing.length > 0 && mapping.device_user_reference !== null && (
          <Alert color="gray">{t('import.columns_missing')}</Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {t('import.another_file')}
          </Button>
          <Button disabled={mapping.device_user_reference === null} onClick={() => onMapped(mapping)}>
            {t('import.preview')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

import { type ImportOutcome, importResults } from '@holdfast/contract'
import { Chip, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import classes from './import.module.css'
import { countsOf, type RowResult } from './row-results.ts'

type Result = ImportOutcome['result']

/** The file with all rows can be saved. */
const mostShown = 200

const tones = { new: 'good', brought_back: 'good', changed: 'info', unchanged: 'neutral', refused: 'bad' } as const

/** What becomes of each row: the refused ones first. */
export const ResultsTable = ({ results }: { results: readonly RowResult[] }) => {
  const t = useText()
  const counts = countsOf(results)
  const [chosen, setChosen] = useState<Result | null>(null)
  const order: readonly Result[] = ['refused', 'changed', 'brought_back', 'new', 'unchanged']
  const shown = chosen ?? order.find((result) => counts[result] > 0) ?? 'new'
  const rows = results.filter(({ result }) => result === shown)
  return (
    <Stack gap="sm">
      <Chip.Group value={shown} onChange={(value) => setChosen(value as Result)}>
        <Group gap="xs" role="group" aria-label={t('import.results')}>
          {importResults.map((result) => (
            <Chip key={result} value={result} size="xs" disabled={counts[result] === 0}>
              {t(`import.count_${result}`, { count: counts[result] })}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div className={classes.scroll}>
        <Table aria-label={t('import.results')} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.row')}</Table.Th>
              <Table.Th>{t('import.column_device_user_reference')}</Table.Th>
              <Table.Th>{t('user.name')}</Table.Th>
              <Table.Th>{t('user.group')}</Table.Th>
              <Table.Th>{t('import.result')}</Table.Th>
              <Table.Th>{t('import.details')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, mostShown).map(({ number, row, words }) => (
              <Table.Tr key={number}>
                <Table.Td className="numeric">{number}</Table.Td>
                <Table.Td>
                  <bdi>{row.device_user_reference || '–'}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{[row.first_name, row.surname].filter(Boolean).join(' ') || '–'}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{row.group || '–'}</bdi>
                </Table.Td>
                <Table.Td>
                  <Badge tone={tones[shown]}>{t(`import.${shown}`)}</Badge>
                </Table.Td>
                <Table.Td className={classes.details}>{words}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > mostShown && (
        <Text size="sm" c="dimmed">
          {t('import.first_shown', { shown: mostShown, count: rows.length })}
        </Text>
      )}
    </Stack>
  )
}

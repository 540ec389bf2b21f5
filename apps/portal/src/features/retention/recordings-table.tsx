import type { PayloadType } from '@holdfast/contract'
import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type MessageId, useText } from '../../shared/i18n/text.ts'

interface RecordingsTableProps<Line> {
  lines: readonly Line[]
  /** Further lines are counted. */
  mostLines: number
  figures: readonly { title: MessageId; of: (line: Line) => ReactNode }[]
}

/** Figures of recordings by group and kind. */
export const RecordingsTable = <Line extends { group: string; payload_type: PayloadType }>({
  lines,
  mostLines,
  figures,
}: RecordingsTableProps<Line>) => {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm" tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field.group')}</Table.Th>
              <Table.Th>{t('retention.kind')}</Table.Th>
              {figures.map(({ title }) => (
                <Table.Th key={title} ta="end">
                  {t(title)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.slice(0, mostLines).map((line) => (
              <Table.Tr key={`${line.group} ${line.payload_type}`}>
                <Table.Th scope="row" fw={480}>
                  {line.group}
                </Table.Th>
                <Table.Td>{t(`kind.${line.payload_type}`)}</Table.Td>
                {figures.map(({ title, of }) => (
                  <Table.Td key={title} ta="end">
                    {of(line)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {lines.length > mostLines && (
        <Text size="sm" c="dimmed">
          {t('retention.further_lines', { count: lines.length - mostLines })}
        </Text>
      )}
    </>
  )
}

import { type MigrationColumns, migrationTableColumns } from '@holdfast/contract'
import { Accordion, Alert, Group, Select, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { columnOf, columnTwice, type TableTitles, unread, withColumn } from './column-mapping.ts'
import classes from './export-files.module.css'

interface ColumnFieldsProps {
  tables: readonly TableTitles[]
  columns: MigrationColumns
  onChange: (columns: MigrationColumns) => void
}

const notRead = '-'

/** Maps columns of the tables to those of Holdfast. Tables with columns that are not read are open. */
export const ColumnFields = ({ tables, columns, onChange }: ColumnFieldsProps) => {
  const t = useText()
  const shown = tables.filter(({ titles }) => titles.length > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('migrations.columns')}>
      <Text size="sm" fw={500}>
        {t('migrations.columns')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('migrations.columns_hint')}
      </Text>
      <Accordion
        multiple
        variant="separated"
        defaultValue={shown.filter((one) => unread({}, one).length > 0).map(({ table }) => table)}
      >
        {shown.map((one) => (
          <TableColumns key={one.table} table={one} columns={columns} onChange={onChange} />
        ))}
      </Accordion>
    </section>
  )
}

interface TableColumnsProps extends Omit<ColumnFieldsProps, 'tables'> {
  table: TableTitles
}

const TableColumns = ({ table: one, columns, onChange }: TableColumnsProps) => {
  const t = useText()
  const { table, titles } = one
  const twice = columnTwice(columns, one)
  const open = unread(columns, one).length
  const options = [
    { value: notRead, label: t('migrations.column_not_read') },
    ...migrationTableColumns[table].map((column) => ({ value: column, label: column })),
  ]
  return (
    <Accordion.Item value={table}>
      <Accordion.Control>
        <Group gap="sm">
          <Text size="sm">{t(`migrations.kind_${table}`)}</Text>
          <Badge tone={open > 0 ? 'warn' : 'good'}>{t('migrations.columns_unread', { columns: open })}</Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {twice !== null && (
          <Alert color="red" mb="sm">
            {t('migrations.column_twice', { column: twice })}
          </Alert>
        )}
        <div className={classes.columns}>
          {titles.map((title) => (
            <Select
              key={title}
              label={title}
              searchable
              allowDeselect={false}
              data={options}
              value={columnOf(columns, table, title) ?? notRead}
              onChange={(value) =>
                onChange(withColumn(columns, { table, title }, value === null || value === notRead ? null : value))
              }
            />
          ))}
        </div>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

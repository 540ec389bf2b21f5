import { Alert, Button, Group, Table } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { type MessageId, useText } from '../i18n/text.ts'

/** The values of a form as text, by the label of each field. */
export type FieldTexts = Partial<Record<MessageId, string>>

interface EditConflictProps {
  theirs: FieldTexts
  mine: FieldTexts
  changedBy: string | null
  onTakeTheirs: () => void
  /** Gets the form around it, to submit it. */
  onKeepMine: (form: HTMLFormElement | null) => void
}

/** Somebody else saved first: shows the fields that differ and asks which version to keep. */
export const EditConflict = ({ theirs, mine, changedBy, onTakeTheirs, onKeepMine }: EditConflictProps) => {
  const t = useText()
  const differing = (Object.keys(mine) as MessageId[]).filter((field) => theirs[field] !== mine[field])
  return (
    <Alert color="yellow" icon={<IconGitMerge />} title={t('form.conflict_title')} role="alert">
      {changedBy ? t('form.conflict_by', { who: changedBy }) : t('form.conflict')}
      {differing.length > 0 && (
        <Table mt="sm" withRowBorders={false} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th>{t('form.theirs')}</Table.Th>
              <Table.Th>{t('form.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map((field) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{t(field)}</Table.Th>
                <Table.Td>{theirs[field] || t('form.none')}</Table.Td>
                <Table.Td>{mine[field] || t('form.none')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {t('form.take_theirs')}
        </Button>
        <Button size="xs" variant="default" onClick={(event) => onKeepMine(event.currentTarget.form)}>
          {t('form.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}

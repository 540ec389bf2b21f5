import { Alert, Button, Group, Table } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'

/** One field that somebody else has changed while this person edited. */
export interface Difference {
  field: string
  theirs: string
  mine: string
}

interface EditConflictProps {
  differences: readonly Difference[]
  changedBy: string | null
  onTakeTheirs: () => void
  /** Gets the form around it, to be saved. */
  onKeepMine: (form: HTMLFormElement | null) => void
}

/** Somebody else saved first: what they have and what this person has, and which of the two it shall be. */
export const EditConflict = ({ differences, changedBy, onTakeTheirs, onKeepMine }: EditConflictProps) => {
  const t = useText()
  return (
    <Alert color="yellow" icon={<IconGitMerge />} title={t('form.conflict_title')} role="alert">
      {changedBy ? t('form.conflict_by', { who: changedBy }) : t('form.conflict')}
      {differences.length > 0 && (
        <Table mt="sm" withRowBorders={false} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th>{t('form.theirs')}</Table.Th>
              <Table.Th>{t('form.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ field, theirs, mine }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{field}</Table.Th>
                <Table.Td>{theirs}</Table.Td>
                <Table.Td>{mine}</Table.Td>
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

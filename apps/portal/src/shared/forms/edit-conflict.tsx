import { Alert, Button, Group, Table } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'

/** A field that somebody else changed while this person edited. */
export interface Difference {
  field: string
  theirs: string
  mine: string
}

interface EditConflictProps {
  differences: readonly Difference[]
  changedBy: string | null
  onTakeTheirs: () => void
  /** Gets the form around it, to submit it. */
  onKeepMine: (form: HTMLFormElement | null) => void
}

/** Somebody else saved first: shows both versions and asks which one to keep. */
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

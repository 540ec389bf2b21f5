import type { ChangedGroup } from '@holdfast/contract'
import { Alert, List } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { changeInWords } from './change-in-words.ts'

interface ChangedGroupsProps {
  groups: readonly ChangedGroup[]
  total: number
}

/** The groups that a forced change altered. */
export const ChangedGroups = ({ groups, total }: ChangedGroupsProps) => {
  const t = useText()
  return (
    <Alert color="teal" icon={<IconCheck />} title={t('tags.changed_groups', { count: total })} role="status">
      <List size="sm">
        {groups.map((group) => (
          <List.Item key={group.group_reference}>{changeInWords(group)}</List.Item>
        ))}
        {total > groups.length && <List.Item>{t('tags.and_more', { count: total - groups.length })}</List.Item>}
      </List>
    </Alert>
  )
}

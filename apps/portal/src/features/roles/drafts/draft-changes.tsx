import { actionOfDraft, actionsToDecide, type RoleDraftDetail } from '@holdfast/contract'
import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { DetailColumns } from '../../../shared/ui/detail-columns.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DraftDecision } from './draft-decision.tsx'
import { DraftFacts } from './draft-facts.tsx'
import { OutdatedNote } from './outdated-note.tsx'

interface ChangedField {
  label: string
  from: ReactNode
  to: ReactNode
}

/** Both are texts that are equal, or both are absent. */
const isSame = (from: ReactNode, to: ReactNode): boolean => (from || null) === (to || null)

interface DraftChangesProps {
  draft: RoleDraftDetail
  /** What is changed, if the reader may see it. */
  stored?: { version: number } | undefined
  rows: readonly ChangedField[]
  summary?: string
  exceedsOwn: boolean
  /** Who would gain what: before the decision, also on a phone. */
  children?: ReactNode
}

/** What a draft changes, from and to, who would gain what, and the decision. */
export const DraftChanges = ({ draft, stored, rows, summary, exceedsOwn, children }: DraftChangesProps) => {
  const t = useText()
  const can = useCan()
  const isWaiting = draft.state === 'waiting'
  const isOutdated = isWaiting && stored !== undefined && stored.version !== draft.base_version
  const isCompared = isWaiting && stored !== undefined
  const none = t('role_drafts.nothing_now')
  // Something new had nothing before. What a decided change replaced is not known any more, so it is shown whole.
  const changed = isCompared
    ? rows.filter(({ from, to }) => !isSame(from, to))
    : rows.filter(({ to }) => draft.base_version > 0 || !isSame(null, to))
  return (
    <DetailColumns
      main={
        <>
          {isOutdated && <OutdatedNote draft={draft} />}
          <Panel title={t('role_drafts.changes')}>
            {summary && <Text size="sm">{summary}</Text>}
            {changed.length > 0 && (
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('role_drafts.field')}</Table.Th>
                    {isCompared && <Table.Th>{t('role_drafts.now')}</Table.Th>}
                    <Table.Th>{t(isCompared ? 'role_drafts.then' : 'role_drafts.value')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {changed.map(({ label, from, to }) => (
                    <Table.Tr key={label}>
                      <Table.Th scope="row">{label}</Table.Th>
                      {isCompared && <Table.Td style={{ overflowWrap: 'anywhere' }}>{from || none}</Table.Td>}
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>{to || none}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Panel>
          {children}
          {isWaiting && (
            <DraftDecision
              draft={draft}
              exceedsOwn={exceedsOwn}
              isOutdated={isOutdated}
              missing={actionsToDecide(draft.kind).some(can) ? null : actionOfDraft[draft.kind]}
            />
          )}
        </>
      }
      side={<DraftFacts draft={draft} />}
    />
  )
}

import { calls } from '@holdfast/contract'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../../shared/api/api-error.ts'
import { readApi, session } from '../../../../shared/api/client.ts'
import { useText } from '../../../../shared/i18n/text.ts'
import type { FilterField } from '../../../../shared/list/filter-fields.ts'
import { FoundInput } from '../../../../shared/list/found-input.tsx'
import { useCan } from '../../../../shared/session/profile.ts'
import { ErrorState } from '../../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../../shared/ui/panel.tsx'
import { StateMessage } from '../../../../shared/ui/state-message.tsx'
import { readAllGroups } from './all-groups.ts'
import { MadeStatements } from './made-statements.tsx'
import { monthWords, offeredMonths } from './months.ts'
import { StatementSays } from './statement-says.tsx'
import { useMakeStatements } from './use-make-statements.ts'

const groupField: Extract<FilterField, { kind: 'found' }> = {
  kind: 'found',
  finds: 'group',
  name: 'groups',
  label: 'statement.group',
}

/** Makes statements of a month: what they would say, and then one for each group. */
export default function NewStatementPage() {
  const t = useText()
  const intl = useIntl()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { month?: string; group?: string }
  const [groups, setGroups] = useState<readonly string[]>(search.group === undefined ? [] : [search.group])
  const months = offeredMonths(search.month, new Date())
  const month = search.month !== undefined && months.includes(search.month) ? search.month : (months[0] ?? '')
  const shown = groups.includes(search.group ?? '') ? search.group : groups[0]
  const go = (change: { month?: string; group?: string | undefined }) =>
    void navigate({ search: { month, group: shown, ...change } as never, replace: true })
  const choose = (chosen: readonly string[]) => {
    setGroups(chosen)
    go({ group: chosen.includes(shown ?? '') ? shown : chosen[0] })
  }
  const making = useMakeStatements()
  return (
    <>
      <PageHeader title={t('page.new_completeness_statement')} />
      <Stack>
        <Panel>
          <Stack maw="34rem">
            <Select
              label={t('statement.month')}
              description={t('statement.month_hint')}
              data={months.map((value) => ({ value, label: monthWords(intl, value) }))}
              value={month}
              allowDeselect={false}
              onChange={(value) => value && go({ month: value })}
            />
            <FoundInput
              isFoundOnly
              field={groupField}
              filter={{ groups: [...groups] }}
              onChange={({ groups: chosen }) => choose(Array.isArray(chosen) ? chosen.map(String) : [])}
            />
            <Group gap="sm">
              <AllGroups onChoose={choose} />
              <Text size="sm" c="dimmed">
                {t('statement.groups_hint')}
              </Text>
            </Group>
            <Text size="sm">{t('statement.make_note')}</Text>
            <Group gap="sm">
              <Button
                disabled={groups.length === 0}
                loading={making.isMaking}
                onClick={() => void making.make(month, groups)}
              >
                {t('statement.make_several', { count: Math.max(1, groups.length) })}
              </Button>
              {making.isMaking && groups.length > 1 && (
                <Text size="sm" role="status">
                  {t('statement.making', { done: making.results.length, count: groups.length })}
                </Text>
              )}
            </Group>
            <MadeStatements results={making.results} />
          </Stack>
        </Panel>
        {groups.length > 1 && (
          <Select
            maw="34rem"
            label={t('statement.preview_of')}
            data={[...groups]}
            value={shown ?? null}
            allowDeselect={false}
            onChange={(group) => group && go({ group })}
          />
        )}
        {shown === undefined ? (
          <StateMessage icon={IconCertificate} title={t('statement.preview')} body={t('statement.choose')} />
        ) : (
          <Preview month={month} group={shown} />
        )}
      </Stack>
    </>
  )
}

const AllGroups = ({ onChoose }: { onChoose: (groups: readonly string[]) => void }) => {
  const t = useText()
  const can = useCan()
  const [isReading, setReading] = useState(false)
  if (!can('groups:read')) return null
  const read = async () => {
    setReading(true)
    const groups = await readAllGroups().catch(() => null)
    setReading(false)
    if (groups) onChoose(groups)
  }
  return (
    <Button variant="default" loading={isReading} onClick={() => void read()}>
      {t('statement.all_groups')}
    </Button>
  )
}

const Preview = ({ month, group }: { month: string; group: string }) => {
  const { client, support } = session.state()
  const { data, error, refetch } = useQuery({
    queryKey: ['statement-preview', client, support?.requestReference ?? null, month, group],
    queryFn: ({ signal }) => readApi(calls.previewCompletenessStatement, { query: { month, group }, signal }),
  })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <StatementSays content={data} />
}

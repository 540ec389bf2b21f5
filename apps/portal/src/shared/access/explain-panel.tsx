import { type Action, calls, offeredActions, type PayloadType, payloadTypes } from '@holdfast/contract'
import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi } from '../api/client.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { ExplanationText } from './explanation-text.tsx'
import { GroupInput } from './group-input.tsx'
import { useAssignees } from './use-assignees.ts'

interface Question {
  user_reference: string
  action: Action
  group_reference?: string
  payload_type?: PayloadType
  payload_reference?: string
}

interface ExplainPanelProps {
  /** Explains access to one recording; without it, to a group or the account. */
  payloadReference?: string
  person?: string
}

/** 'Why can or can't this person or app do this here?', answered with the deciding rule. */
export const ExplainPanel = ({ payloadReference, person = '' }: ExplainPanelProps) => {
  const t = useText()
  const [who, setWho] = useState(person)
  const [action, setAction] = useState<Action>('payloads:play')
  const [group, setGroup] = useState<string | null>(null)
  const [type, setType] = useState<PayloadType | null>(payloadReference ? null : 'Call')
  const [question, setQuestion] = useState<Question | null>(null)
  const assignees = useAssignees(who)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explanation', question],
    queryFn: ({ signal }) => callApi(calls.explainAccess, { query: question as Question, signal, isQuiet: true }),
    meta: { failure: 'in_place' },
    enabled: question !== null,
    // Always asks again: a role may have changed.
    staleTime: 0,
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setQuestion({
      user_reference: who,
      action,
      ...(payloadReference ? { payload_reference: payloadReference } : {}),
      ...(group?.trim() && !payloadReference ? { group_reference: group.trim() } : {}),
      ...(type && !payloadReference ? { payload_type: type } : {}),
    })
  }
  return (
    <Panel title={t('explain.title')}>
      <form onSubmit={ask}>
        <Stack gap="sm">
          <Group gap="xs" align="flex-end">
            <Autocomplete
              flex="1 1 12rem"
              label={t('explain.assignee')}
              data={assignees}
              value={who}
              onChange={setWho}
              required
              withAsterisk={false}
            />
            <Select
              flex="1 1 12rem"
              label={t('explain.action')}
              data={offeredActions.map((value) => ({ value, label: t(`action.${value}`) }))}
              value={action}
              searchable
              allowDeselect={false}
              onChange={(value) => value && setAction(value as Action)}
            />
            {!payloadReference && (
              <>
                <GroupInput flex="1 1 9rem" label={t('explain.group')} value={group} onChange={setGroup} />
                <Select
                  flex="1 1 8rem"
                  label={t('roles.test_kind')}
                  data={payloadTypes.map((value) => ({ value, label: t(`kind.${value}`) }))}
                  value={type}
                  clearable
                  onChange={(value) => setType(value as PayloadType | null)}
                />
              </>
            )}
            <Button type="submit" variant="default" loading={isFetching} disabled={who.trim().length < 3}>
              {t('explain.ask')}
            </Button>
          </Group>
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data && !error && <ExplanationText explanation={data} />}
        </Stack>
      </form>
    </Panel>
  )
}

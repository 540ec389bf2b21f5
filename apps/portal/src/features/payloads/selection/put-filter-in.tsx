import { calls, type PayloadQueueFilter } from '@holdfast/contract'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { type ChosenMatter, isComplete, MatterChoice, openedOnce } from '../../../shared/legal-holds/matter-choice.tsx'
import { FilterOffer, type FilterOfList } from './filter-offer.tsx'

/** Puts every recording that the filters of the list find into a matter, now or also later. */
export const PutFilterIn = (list: FilterOfList) => (
  <FilterOffer {...list} action="matters:write" label="matters.put_filter_in" icon={IconBriefcase}>
    {(filter, close) => <PutFilterInForm filter={filter} onDone={close} />}
  </FilterOffer>
)

const nothing = { added: 0, unchanged: 0 }

interface Wanted {
  /** Opens the matter if it is a new one. */
  opened: () => Promise<string>
  isKept: boolean
}

/** Sends the same filter until everything that it finds is in, or once to have the matter kept up to date. */
const usePutFilterIn = (filter: PayloadQueueFilter) => {
  const queryClient = useQueryClient()
  const [counts, setCounts] = useState(nothing)
  const isStopped = useRef(false)
  const mutation = useMutation({
    mutationFn: async ({ opened, isKept }: Wanted) => {
      isStopped.current = false
      const params = { matter_reference: await opened() }
      if (isKept) {
        await callApi(calls.putMatterPayloads, { params, body: { filter, is_kept_up_to_date: true }, isQuiet: true })
        return { isWhole: true, isKept }
      }
      const sum = { ...nothing }
      let last_key: string | null = null
      do {
        const body: { filter: PayloadQueueFilter; last_key?: string } = { filter, ...(last_key && { last_key }) }
        const answer: { items: readonly { result: string }[]; last_key: string | null } = await callApi(
          calls.putMatterPayloads,
          { params, body, isQuiet: true },
        )
        for (const { result } of answer.items) {
          if (result === 'added' || result === 'unchanged') sum[result] += 1
        }
        setCounts({ ...sum })
        last_key = answer.last_key
      } while (last_key !== null && !isStopped.current)
      return { isWhole: last_key === null, isKept }
    },
    onSettled: () => {
      const isStale = isChangedBy(calls.putMatterPayloads, [calls.listMatters])
      return queryClient.invalidateQueries({ predicate: isStale })
    },
  })
  const stop = () => {
    isStopped.current = true
  }
  return { ...mutation, counts, stop }
}

const PutFilterInForm = ({ filter, onDone }: { filter: PayloadQueueFilter; onDone: () => void }) => {
  const t = useText()
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const [isKept, setKept] = useState(false)
  // Opened once: what failed afterwards can be sent again.
  const opened = useRef<{ of: ChosenMatter; open: () => Promise<string> } | null>(null)
  const { mutate, isPending, data, error, counts, stop } = usePutFilterIn(filter)
  const submit = () => {
    if (!isComplete(matter)) return
    if (opened.current?.of !== matter) opened.current = { of: matter, open: openedOnce(matter) }
    mutate({ opened: opened.current.open, isKept })
  }
  if (isPending || data) {
    return (
      <Stack role="status">
        {isKept ? (
          data && <Text size="sm">{t('matters.feed_started')}</Text>
        ) : (
          <Text size="sm">{t('matters.filter_added', { count: counts.added })}</Text>
        )}
        {counts.unchanged > 0 && <Text size="sm">{t('matters.filter_unchanged', { count: counts.unchanged })}</Text>}
        {data && !data.isWhole && <Text size="sm">{t('matters.filter_stopped')}</Text>}
        <Group justify="flex-end">
          {data ? (
            <Button onClick={onDone} data-autofocus>
              {t('form.close')}
            </Button>
          ) : (
            <Button variant="default" onClick={stop}>
              {t('run.stop')}
            </Button>
          )}
        </Group>
      </Stack>
    )
  }
  return (
    <DialogForm
      label={t('matters.put_in')}
      isComplete={isComplete(matter)}
      refusal={error instanceof ApiError ? error : null}
      onSubmit={submit}
      onCancel={onDone}
    >
      <Text size="sm">{t('matters.put_filter_in_body')}</Text>
      <MatterChoice matter={matter} onChange={setMatter} isForRecordings />
      <Switch
        label={t('matters.keep_up_to_date')}
        description={t('matters.keep_up_to_date_hint')}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
    </DialogForm>
  )
}

import { calls, type PayloadQueueFilter } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import {
  type ChosenMatter,
  isComplete,
  MatterChoice,
  openedMatter,
} from '../../../shared/legal-holds/matter-choice.tsx'
import { FilterOffer, type FilterOfList } from './filter-offer.tsx'

/** Places a hold on every recording that the filters of the list find now. */
export const HoldFilter = (list: FilterOfList) => (
  <FilterOffer {...list} action="legal_holds:place" label="holds.hold_filter" icon={IconLock}>
    {(filter, close) => <HoldFilterForm filter={filter} onDone={close} />}
  </FilterOffer>
)

const nothing = { placed: 0, unchanged: 0, gone: 0, refused: 0 }
type Counts = typeof nothing

const isCounted = (result: string): result is keyof Counts => result in nothing

/** Sends the same filter until everything that it finds is held, 500 recordings a request. */
const useHoldFilter = (filter: PayloadQueueFilter) => {
  const queryClient = useQueryClient()
  const [counts, setCounts] = useState(nothing)
  const isStopped = useRef(false)
  // Opened once: what failed afterwards can be sent again.
  const opened = useRef<{ of: ChosenMatter; reference: string } | null>(null)
  const mutation = useMutation({
    mutationFn: async (matter: Exclude<ChosenMatter, null>) => {
      isStopped.current = false
      if (opened.current?.of !== matter) opened.current = { of: matter, reference: await openedMatter(matter) }
      const matter_reference = opened.current.reference
      const sum = { ...nothing }
      let last_key: string | null = null
      do {
        const body: { filter: PayloadQueueFilter; last_key?: string } = { filter, ...(last_key && { last_key }) }
        const params = { matter_reference }
        const answer: { items: readonly { result: string }[]; last_key: string | null } = await callApi(
          calls.placeMatterHolds,
          { params, body, isQuiet: true },
        )
        for (const { result } of answer.items) if (isCounted(result)) sum[result] += 1
        setCounts({ ...sum })
        last_key = answer.last_key
      } while (last_key !== null && !isStopped.current)
      return { isWhole: last_key === null }
    },
    onSettled: () => {
      const isStale = isChangedBy(calls.placeLegalHold, [calls.listLegalHolds, calls.listMatters])
      return queryClient.invalidateQueries({ predicate: isStale })
    },
  })
  const stop = () => {
    isStopped.current = true
  }
  return { ...mutation, counts, stop }
}

const HoldFilterForm = ({ filter, onDone }: { filter: PayloadQueueFilter; onDone: () => void }) => {
  const t = useText()
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const { mutate, isPending, data, error, counts, stop } = useHoldFilter(filter)
  if (isPending || data) {
    return (
      <Stack role="status">
        <Text size="sm">{t('holds.filter_placed', { count: counts.placed })}</Text>
        {counts.unchanged > 0 && <Text size="sm">{t('holds.filter_unchanged', { count: counts.unchanged })}</Text>}
        {counts.gone > 0 && <Text size="sm">{t('holds.gone_before', { count: counts.gone })}</Text>}
        {data && !data.isWhole && <Text size="sm">{t('holds.filter_stopped')}</Text>}
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
      label={t('holds.place')}
      isComplete={isComplete(matter)}
      refusal={error instanceof ApiError ? error : null}
      onSubmit={() => isComplete(matter) && mutate(matter)}
      onCancel={onDone}
    >
      <Text size="sm">{t('holds.filter_body')}</Text>
      <MatterChoice matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}

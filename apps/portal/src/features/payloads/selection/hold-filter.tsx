import { calls, type PayloadQueueFilter } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import {
  type ChosenMatter,
  isComplete,
  MatterChoice,
  useOpenedMatter,
} from '../../../shared/legal-holds/matter-choice.tsx'
import { FilterOffer, type FilterOfList } from './filter-offer.tsx'
import { FilterRunButton, useFilterRun } from './filter-run.tsx'

/** Places a hold on every recording that the filters of the list find now. */
export const HoldFilter = (list: FilterOfList) => (
  <FilterOffer {...list} action="legal_holds:place" label="holds.hold_filter" icon={IconLock}>
    {(filter, close) => <HoldFilterForm filter={filter} onDone={close} />}
  </FilterOffer>
)

const nothing = { placed: 0, unchanged: 0, gone: 0, refused: 0 }

const useHoldFilter = (filter: PayloadQueueFilter) => {
  const queryClient = useQueryClient()
  const { counts, run, stop } = useFilterRun(nothing)
  const openedMatter = useOpenedMatter()
  const mutation = useMutation({
    mutationFn: async (matter: Exclude<ChosenMatter, null>) => {
      const params = { matter_reference: await openedMatter(matter) }
      const isWhole = await run(filter, (body) => callApi(calls.placeMatterHolds, { params, body, isQuiet: true }))
      return { isWhole }
    },
    onSettled: () => {
      const isStale = isChangedBy(calls.placeLegalHold, [calls.listLegalHolds, calls.listMatters])
      return queryClient.invalidateQueries({ predicate: isStale })
    },
  })
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
        <FilterRunButton hasEnded={data !== undefined} onStop={stop} onClose={onDone} />
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

import { calls, type PayloadQueueFilter } from '@holdfast/contract'
import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { addressOfMatter } from '../../../shared/legal-holds/matter-address.ts'
import {
  type ChosenMatter,
  isComplete,
  MatterChoice,
  useOpenedMatter,
} from '../../../shared/legal-holds/matter-choice.tsx'
import { FilterOffer, type FilterOfList } from './filter-offer.tsx'
import { FilterRunButton, useFilterRun } from './filter-run.tsx'

/** Puts every recording that the filters of the list find into a matter, now or also later. */
export const PutFilterIn = (list: FilterOfList) => (
  <FilterOffer {...list} action="matters:write" label="matters.put_filter_in" icon={IconBriefcase}>
    {(filter, close) => <PutFilterInForm filter={filter} onDone={close} />}
  </FilterOffer>
)

const nothing = { added: 0, unchanged: 0 }

interface Wanted {
  matter: Exclude<ChosenMatter, null>
  isKept: boolean
}

/** Puts in what the filter finds now, or has the matter kept up to date. */
const usePutFilterIn = (filter: PayloadQueueFilter) => {
  const queryClient = useQueryClient()
  const { counts, run, stop } = useFilterRun(nothing)
  const openedMatter = useOpenedMatter()
  const mutation = useMutation({
    mutationFn: async ({ matter, isKept }: Wanted) => {
      const params = { matter_reference: await openedMatter(matter) }
      if (isKept) {
        await callApi(calls.putMatterPayloads, { params, body: { filter, is_kept_up_to_date: true }, isQuiet: true })
        return { isWhole: true, ...params }
      }
      const isWhole = await run(filter, (body) => callApi(calls.putMatterPayloads, { params, body, isQuiet: true }))
      return { isWhole, ...params }
    },
    onSettled: () => {
      const isStale = isChangedBy(calls.putMatterPayloads, [calls.listMatters])
      return queryClient.invalidateQueries({ predicate: isStale })
    },
  })
  return { ...mutation, counts, stop }
}

const PutFilterInForm = ({ filter, onDone }: { filter: PayloadQueueFilter; onDone: () => void }) => {
  const t = useText()
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const [isKept, setKept] = useState(false)
  const { mutate, isPending, data, error, counts, stop } = usePutFilterIn(filter)
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
        {data && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to={addressOfMatter(data.matter_reference)} />}>
            {t('matters.show_it')}
          </Anchor>
        )}
        <FilterRunButton hasEnded={data !== undefined} onStop={stop} onClose={onDone} />
      </Stack>
    )
  }
  return (
    <DialogForm
      label={t('matters.put_in')}
      isComplete={isComplete(matter)}
      refusal={error instanceof ApiError ? error : null}
      onSubmit={() => isComplete(matter) && mutate({ matter, isKept })}
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

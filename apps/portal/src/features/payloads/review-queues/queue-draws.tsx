import { calls, type ErrorCode, errors, type ReviewDraw } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { stateColours } from '../../../shared/charts/chart-colours.ts'
import { StackedBars } from '../../../shared/charts/stacked-bars.tsx'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { refusalText, useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { CopyAction } from '../../../shared/ui/copy-action.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { FigureTable } from '../../../shared/ui/figure-table.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'

const none = {}

/** The draws of a queue that repeats, and how far each of them is. */
export const QueueDraws = ({ queueReference }: { queueReference: string }) => {
  const t = useText()
  const params = useMemo(() => ({ queue_reference: queueReference }), [queueReference])
  const list = useList({
    call: calls.listReviewDraws,
    params,
    filter: none,
    pageRows: 100,
    portalReads: 'first_page',
  })
  useEvents((event) => {
    if (event.kind === 'review_queue' && event.reference === queueReference) list.readAgain()
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />
  if (list.isLoading) return <Skeleton height={290} radius="lg" />
  return (
    <Panel title={t('reviews.draws')}>
      {list.rows.length === 0 ? (
        <Text size="sm">{t('reviews.draws_empty')}</Text>
      ) : (
        <Stack>
          {list.rows.length > 1 && <DrawsChart draws={list.rows} />}
          <DrawsTable draws={list.rows} />
        </Stack>
      )}
      <ShowMore list={list} />
    </Panel>
  )
}

const useDayNames = () => {
  const intl = useIntl()
  return {
    short: ({ arrived_until }: ReviewDraw) => intl.formatDate(arrived_until, { day: 'numeric', month: 'short' }),
    long: ({ arrived_until }: ReviewDraw) =>
      intl.formatDate(arrived_until, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' }),
  }
}

/** A bar for each draw: its reviewed and its open recordings. */
const DrawsChart = ({ draws }: { draws: readonly ReviewDraw[] }) => {
  const t = useText()
  const names = useDayNames()
  return (
    <StackedBars
      label={t('reviews.draws')}
      series={[
        { name: t('reviews.state_reviewed'), colour: stateColours.good },
        { name: t('reviews.draws_open'), colour: stateColours.explained },
      ]}
      periods={draws.toReversed().map((draw) => ({
        label: names.long(draw),
        axisLabel: names.short(draw),
        values: [draw.reviewed, draw.open],
      }))}
    />
  )
}

const useFailureText = () => {
  const t = useText()
  return (code: string): string => {
    // Which of the limits it was is not stored.
    if (code === 'review_queue.too_many') return t('reviews.draws_too_many')
    return refusalText(code, {}) ?? (Object.hasOwn(errors, code) ? errors[code as ErrorCode][1] : code)
  }
}

/** The person whose rights a draw had, and the groups and kinds that were left out for lack of them. */
const useRightsInWords = (draws: readonly ReviewDraw[]) => {
  const t = useText()
  const intl = useIntl()
  const nameOf = useColleagues([...new Set(draws.flatMap(({ drawn_by }) => drawn_by ?? []))])
  return ({ drawn_by, left_out }: ReviewDraw): string => {
    const who = drawn_by === null ? '–' : nameOf(drawn_by)
    if (left_out === null) return who
    const what = [
      ...left_out.payload_types.map((type) => t(`kind.${type}`)),
      ...left_out.groups,
      ...(left_out.others ? [t('reviews.draws_others')] : []),
    ]
    return t('reviews.draws_left_out', { who, what: intl.formatList(what, { type: 'conjunction' }) })
  }
}

const shortSeedCharacters = 12

/** The beginning of a key, with a button that copies all of it. */
const Seed = ({ seed, of }: { seed: string; of: string }) => {
  const t = useText()
  const isShort = seed.length <= shortSeedCharacters
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <bdi title={seed}>{isShort ? seed : `${seed.slice(0, shortSeedCharacters)}…`}</bdi>
      <CopyAction label={t('reviews.draws_seed_of', { draw: of })} copy={seed} />
    </Group>
  )
}

const DrawsTable = ({ draws }: { draws: readonly ReviewDraw[] }) => {
  const t = useText()
  const intl = useIntl()
  const names = useDayNames()
  const failureText = useFailureText()
  const number = (value: number) => intl.formatNumber(value)
  const rightsOf = useRightsInWords(draws)
  return (
    <FigureTable
      label={t('reviews.draws')}
      head={[
        t('reviews.draws_period'),
        t('reviews.draws_matched'),
        t('reviews.draws_drawn'),
        t('reviews.draws_by'),
        t('reviews.state_reviewed'),
        t('reviews.draws_late'),
        t('reviews.draws_opened'),
        t('reviews.draws_differing'),
        t('reviews.draws_seed'),
      ]}
      rows={draws.map((draw) => ({
        name: names.long(draw),
        cells: [
          number(draw.matched),
          draw.failure ? t('reviews.draws_failed', { reason: failureText(draw.failure) }) : number(draw.items),
          rightsOf(draw),
          number(draw.reviewed),
          number(draw.late),
          number(draw.opened),
          draw.reviewed_twice > 0
            ? t('reviews.draws_differing_of', { differing: draw.differing, twice: draw.reviewed_twice })
            : '–',
          draw.seed === null ? '–' : <Seed key="seed" seed={draw.seed} of={names.long(draw)} />,
        ],
      }))}
    />
  )
}

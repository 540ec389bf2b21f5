import { calls, type ReviewQueueDetail } from '@holdfast/contract'
import { Alert, Box, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { readItemAgain, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Day } from '../../../shared/ui/day.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DueOn } from '../reviews/item-columns.tsx'
import { ChangeQueue } from './change-queue.tsx'
import { QueueDraws } from './queue-draws.tsx'
import { QueueProgress } from './queue-progress.tsx'
import { QueueSource } from './queue-source.tsx'
import { ReassignButton } from './reassign-button.tsx'
import { useRepeatWords } from './repeat-words.ts'
import { StoppedDraws } from './stopped-draws.tsx'

/** What a queue was drawn from, who is how far with it, and what its supervisor can do. */
export const QueuePanel = ({ queueReference }: { queueReference: string }) => {
  const t = useText()
  const { data: queue, error, refetch } = useLoaded(calls.getReviewQueue, { queue_reference: queueReference })
  useEvents((event) => {
    if (event.kind === 'review_queue' && event.reference === queueReference)
      readItemAgain(calls.getReviewQueue, { queue_reference: queueReference })
  })
  const failure = errorInstead(error, queue)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!queue) return <Skeleton height={290} radius="lg" mb="md" />
  return (
    <Box mb="md">
      <Panel title={t('reviews.progress')}>
        <Stack>
          <QueueProgress queue={queue} />
          <StoppedDraws queue={queue} />
          {queue.unassigned > 0 && <Unassigned queue={queue} />}
          <People queue={queue} />
          <QueueSource queue={queue} />
          <QueueFacts queue={queue} />
          {!queue.is_closed && (
            <Group justify="flex-end">
              <ChangeQueue queue={queue} />
              <CloseQueue queue={queue} />
            </Group>
          )}
        </Stack>
      </Panel>
      {(queue.repeats !== null || queue.draws > 0) && (
        <Box mt="md">
          <QueueDraws queueReference={queueReference} />
        </Box>
      )}
    </Box>
  )
}

/** What nobody has, because none of the reviewers may see it. */
const Unassigned = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  return (
    <Alert
      color="yellow"
      icon={<IconUserOff aria-hidden />}
      title={t('reviews.unassigned', { unassigned: queue.unassigned })}
      role="note"
    >
      <Stack gap="xs" align="flex-start">
        {t('reviews.unassigned_hint')}
        {!queue.is_closed && <ReassignButton queue={queue} from={null} />}
      </Stack>
    </Alert>
  )
}

type Person = ReviewQueueDetail['people'][number]

const states = ['waiting', 'escalated', 'second_review', 'reviewed'] as const

const openOf = ({ waiting, escalated, second_review }: Person): number => waiting + escalated + second_review

const PersonName = ({ person: { name, user_reference, is_active, hidden } }: { person: Person }) => {
  const t = useText()
  return (
    <>
      {name ?? user_reference} {!is_active && <Badge tone="bad">{t('reviews.removed')}</Badge>}
      {is_active && hidden > 0 && <Badge tone="warn">{t('reviews.hidden', { count: hidden })}</Badge>}
    </>
  )
}

const People = ({ queue }: { queue: ReviewQueueDetail }) =>
  usePageWidth() === 'narrow' ? <PeopleList queue={queue} /> : <PeopleTable queue={queue} />

/** A phone has no room for a column for each state. */
const PeopleList = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('reviews.people')} style={{ listStyle: 'none' }}>
      {queue.people.map((person) => (
        <Group key={person.user_reference} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm" component="div">
            <PersonName person={person} />
            <Text size="xs" c="dimmed">
              {states
                .filter((state) => person[state] > 0)
                .map((state) => `${t(`reviews.state_${state}`)}: ${intl.formatNumber(person[state])}`)
                .join(' · ')}
            </Text>
          </Text>
          {openOf(person) > 0 && !queue.is_closed && <ReassignButton queue={queue} from={person} />}
        </Group>
      ))}
    </Stack>
  )
}

const PeopleTable = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('reviews.people')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reviews.assigned_to')}</Table.Th>
            {states.map((state) => (
              <Table.Th key={state} ta="right">
                {t(`reviews.state_${state}`)}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queue.people.map((person) => (
            <Table.Tr key={person.user_reference}>
              <Table.Td>
                <PersonName person={person} />
              </Table.Td>
              {states.map((state) => (
                <Table.Td key={state} ta="right" className="numeric">
                  {intl.formatNumber(person[state])}
                </Table.Td>
              ))}
              <Table.Td ta="right">
                {openOf(person) > 0 && !queue.is_closed && <ReassignButton queue={queue} from={person} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const QueueFacts = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const { repeats } = queue
  const intl = useIntl()
  const repeatWords = useRepeatWords()
  return (
    <Facts
      title={t('reviews.drawn')}
      facts={[
        { label: t('reviews.due_on'), value: queue.due_on && <DueOn day={queue.due_on} /> },
        { label: t('reviews.matched'), value: intl.formatNumber(queue.matched) },
        {
          label: t('reviews.second_review_percent'),
          value:
            queue.second_review_percent > 0 &&
            intl.formatNumber(queue.second_review_percent / 100, { style: 'percent' }),
        },
        { label: t('reviews.needs_opening'), value: queue.needs_opening ? t('list.yes') : null },
        { label: t('reviews.repeats'), value: repeats && repeatWords(repeats) },
        { label: t('reviews.repeat_until'), value: repeats?.until && <Day day={repeats.until} /> },
        { label: t('reviews.repeats_by'), value: queue.repeats_by && <Colleague author={queue.repeats_by} /> },
        {
          label: t('reviews.next_draw'),
          value: repeats && (queue.next_draw_at ? <Moment time={queue.next_draw_at} /> : t('reviews.no_next_draw')),
        },
        { label: t('reviews.created_by'), value: queue.created_by && <Colleague author={queue.created_by} /> },
        { label: t('reviews.created_at'), value: <Moment time={queue.created_at} /> },
      ]}
    />
  )
}

const CloseQueue = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.closeReviewQueue,
    changes: [calls.getReviewQueue, calls.listReviewQueues, calls.listReviewItems],
    onSaved: () => undefined,
  })
  return (
    <>
      <Refusal refusal={refusal} />
      <ConfirmButton
        label={t('reviews.close')}
        title={t('reviews.close_title')}
        body={t('reviews.close_body', { count: queue.items - queue.reviewed })}
        variant="default"
        isBusy={isSaving}
        onConfirm={() => save({ params: { queue_reference: queue.queue_reference } })}
      />
    </>
  )
}

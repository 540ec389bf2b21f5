import { type AccessReview, type AccessReviewItem, accessDecisions, calls, type PortalEvent } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Box, Group, Text } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useEvents } from '../../shared/live/use-events.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { Day } from '../../shared/ui/day.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CertifyRest, FinishReview } from './finish-review.tsx'
import { Owner, ReviewState } from './review-words.tsx'
import { RowDecision } from './row-decision.tsx'
import { severalDecisions } from './several-decisions.tsx'

const RoleOfRow = ({ row: { role_reference: role, valid_until } }: { row: AccessReviewItem }) => {
  const t = useText()
  const intl = useIntl()
  if (valid_until === null) return role
  return t('access_reviews.until', { role, until: intl.formatDate(valid_until, { dateStyle: dayStyle(intl.locale) }) })
}

const LastUsed = ({ time }: { time: string | null }) => {
  const t = useText()
  return time === null ? t('access_reviews.not_used') : <Moment time={time} />
}

const columnsFor = (review: AccessReview, mayDecide: boolean): readonly Column<AccessReviewItem>[] => [
  {
    id: 'user_reference',
    title: 'access_reviews.who',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: ({ display_name, user_reference }) => <bdi title={user_reference}>{display_name}</bdi>,
  },
  {
    id: 'role_reference',
    title: 'access_reviews.role',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: (row) => <RoleOfRow row={row} />,
  },
  {
    id: 'last_used_at',
    title: 'access_reviews.last_used',
    width: 'minmax(8rem, 1fr)',
    priority: 3,
    cell: ({ last_used_at }) => <LastUsed time={last_used_at} />,
  },
  {
    id: 'decision',
    title: 'access_reviews.decision',
    width: 'minmax(13rem, 2.8fr)',
    priority: 1,
    hasOwnLine: true,
    isTwoLines: true,
    cell: (row) => <RowDecision review={review} row={row} mayDecide={mayDecide} />,
  },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'decision',
    label: 'access_reviews.decision',
    options: ['none' as const, ...accessDecisions].map((value) => ({
      value,
      label: `access_reviews.decision_${value}` as const,
    })),
  },
]

const ReviewFacts = ({ review, mayDecide }: { review: AccessReview; mayDecide: boolean }) => {
  const t = useText()
  const { rows, certified, revoked, finished_at, finished_by } = review
  const undecided = rows - certified - revoked
  return (
    <Box mb="md">
      <Panel title={review.group_reference}>
        <Text size="sm" mb="sm">
          {t(finished_at === null ? 'access_reviews.lead' : 'access_reviews.record')}
        </Text>
        <Facts
          title={null}
          facts={[
            { label: t('access_reviews.owner'), value: <Owner review={review} /> },
            { label: t('access_reviews.state'), value: <ReviewState review={review} /> },
            { label: t('access_reviews.drawn_at'), value: <Moment time={review.drawn_at} /> },
            { label: t('access_reviews.due_on'), value: <Day day={review.due_on} /> },
            {
              label: t('access_reviews.figures_label'),
              value: t('access_reviews.figures', { certified, revoked, undecided }),
            },
            ...(finished_at
              ? [
                  { label: t('access_reviews.finished_at'), value: <Moment time={finished_at} /> },
                  { label: t('access_reviews.finished_by'), value: <Colleague author={finished_by} /> },
                ]
              : []),
          ]}
        />
        {mayDecide && (
          <Group mt="sm">
            <CertifyRest review={review} />
            <FinishReview review={review} undecided={undecided} />
          </Group>
        )}
      </Panel>
    </Box>
  )
}

export const prefetch = prefetchLoaded(calls.getAccessReview)

/** One review: who has access to the group, and what its owner decides; once finished, the record of it. */
export default function AccessReviewPage() {
  const { review_reference = '' } = useParams({ strict: false }) as { review_reference?: string }
  const { data: review, error, refetch } = useLoaded(calls.getAccessReview, { review_reference })
  const isThis = useCallback(
    ({ kind, reference }: PortalEvent) => kind === 'access_review' && reference === review_reference,
    [review_reference],
  )
  useEvents((event) => {
    if (isThis(event)) readItemAgain(calls.getAccessReview, { review_reference })
  })
  const { profile } = useProfile()
  const can = useCan()
  const isOwner = profile?.user_reference === review?.owner
  const mayDecide = review?.finished_at === null && (isOwner || can('account:write'))
  const columns = useMemo(() => (review ? columnsFor(review, mayDecide) : []), [review, mayDecide])
  const params = useMemo(() => ({ review_reference }), [review_reference])
  const own = profile?.user_reference
  const actions = useMemo(() => severalDecisions(own), [own])
  const failure = errorInstead(error, review)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!review) return <PageSkeleton />
  return (
    <ListPage
      title="page.access_review"
      call={calls.listAccessReviewItems}
      params={params}
      fields={fields}
      columns={columns}
      keyOf={({ item }) => String(item)}
      {...(mayDecide && { actions })}
      nameOf={({ display_name, role_reference }) => `${display_name} · ${role_reference}`}
      isChangedBy={isThis}
      empty={{ icon: IconUserSearch, title: 'access_reviews.no_rows', body: 'access_reviews.no_rows_body' }}
      lead={<ReviewFacts review={review} mayDecide={mayDecide} />}
    />
  )
}

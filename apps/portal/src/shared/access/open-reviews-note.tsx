import { type Action, calls, limits, type OpenReviews } from '@holdfast/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { callApi } from '../api/client.ts'
import { text, useText } from '../i18n/text.ts'
import { useAfterSave } from '../notices/after-save.ts'
import { lastingNotice } from '../notices/notice.ts'
import { useCan } from '../session/profile.ts'

interface Loser {
  kind: string
  reference: string | null
  lost: readonly { action: Action }[]
}

/** Returns the people who lose the right to find recordings or to review them. */
export const reviewersAmong = (losers: readonly Loser[]): string[] =>
  losers.flatMap(({ kind, reference, lost }) =>
    kind === 'person' &&
    reference !== null &&
    lost.some(({ action }) => action === 'payloads:read' || action === 'reviews:write')
      ? [reference]
      : [],
  )

/** Reads how many recordings wait for the review of these people. Only people with `roles:read` ask. */
const useOpenReviews = (people: readonly string[]): readonly OpenReviews[] => {
  const can = useCan()
  const user_references = [...new Set(people)].slice(0, limits.maxReferencesInBatch)
  const { data } = useQuery({
    queryKey: ['open-reviews', user_references],
    queryFn: ({ signal }) => callApi(calls.listOpenReviews, { query: { user_references }, signal, isQuiet: true }),
    meta: { failure: 'in_place' },
    enabled: user_references.length > 0 && can('roles:read'),
    staleTime: 0,
  })
  return (user_references.length > 0 && data?.items) || none
}

const none: readonly OpenReviews[] = []

/**
 * Before access is taken away from people: the recordings that wait for their review, and where these can be handed over. A notice
 * repeats it once the change is saved. Nothing if there are none.
 */
export const OpenReviewsNote = ({ people }: { people: readonly string[] }) => {
  const t = useText()
  const items = useOpenReviews(people)
  const tell = useMemo(() => (items.length === 0 ? null : () => tellOpenReviews(items)), [items])
  useAfterSave(tell)
  if (items.length === 0) return null
  const isManaged = items.some(({ queues }) => queues.length > 0)
  return (
    <Stack gap={4} mt="xs" role="note" aria-label={t('open_reviews.title')}>
      <Text size="sm" fw={600}>
        {t('open_reviews.title')}
      </Text>
      {items.map(({ user_reference, open, queues }) => (
        <Text key={user_reference} size="sm">
          <bdi>{t('open_reviews.person', { who: user_reference, count: open })}</bdi>
          {queues.map(({ queue_reference, name, open: count }) => (
            <span key={queue_reference}>
              {' · '}
              <Anchor
                inherit
                c="inherit"
                underline="always"
                renderRoot={(props) => (
                  <Link {...props} to="/dashboard/reviews/queues/$queue_reference" params={{ queue_reference }} />
                )}
              >
                {t('open_reviews.in_queue', { name, count })}
              </Anchor>
            </span>
          ))}
        </Text>
      ))}
      <Text size="sm">{t(isManaged ? 'open_reviews.hint' : 'open_reviews.not_managed')}</Text>
    </Stack>
  )
}

const tellOpenReviews = (items: readonly OpenReviews[]): void => {
  const count = items.reduce((sum, { open }) => sum + open, 0)
  const who = items.map(({ user_reference }) => user_reference).join(', ')
  lastingNotice(text('open_reviews.title'), text('open_reviews.left', { count, who }))
}

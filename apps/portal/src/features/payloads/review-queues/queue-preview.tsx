import { type CallInput, calls, type FirstDraw, type ReviewQueuePreview } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Alert, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { ApiError } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useSession } from '../../../shared/session/use-session.ts'

type Asked = CallInput<typeof calls.previewReviewQueue>['body']

const pauseMs = 400

/** What would be drawn now: `null` asks nothing. While something else is asked, the last answer stays. */
export const useQueuePreview = (body: Asked | null) => {
  const { client } = useSession()
  const [settled] = useDebouncedValue(JSON.stringify(body), pauseMs)
  const asked = JSON.parse(settled) as Asked | null
  return useQuery({
    queryKey: ['queue-preview', client, settled],
    queryFn: ({ signal }) => readApi(calls.previewReviewQueue, { body: asked as Asked, isPortalRead: true, signal }),
    meta: { failure: 'in_place' },
    enabled: asked !== null,
    placeholderData: (before) => before,
    retry: false,
    staleTime: 10_000,
  })
}

interface QueuePreviewProps {
  preview: ReviewQueuePreview | undefined
  error: Error | null
  /** Of a queue that repeats. */
  firstDraw: FirstDraw | undefined
}

/** How many recordings match and would be drawn, who would have how many of them, and what nobody who was chosen may see. */
export const QueuePreview = ({ preview, error, firstDraw }: QueuePreviewProps) => {
  const t = useText()
  const intl = useIntl()
  if (error instanceof ApiError) return <Refusal refusal={error} />
  if (error) return <Text size="sm">{t('reviews.preview_failed')}</Text>
  if (!preview) return <Text size="sm">{t('reviews.preview_counting')}</Text>
  const { matched, items, people: everybody, unassigned, without_second_review, last_period } = preview
  const isEmpty = firstDraw === 'nothing'
  const people = isEmpty ? [] : everybody
  const moment = (time: string) => intl.formatDate(time, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return (
    <div role="status">
      <Text size="sm">{isEmpty ? t('reviews.preview_from_now') : t('reviews.preview', { matched, items })}</Text>
      {last_period && (
        <Text size="sm">
          {t(firstDraw === 'last_period' ? 'reviews.preview_first' : 'reviews.preview_last', {
            from: moment(last_period.from),
            until: moment(last_period.until),
            matched: last_period.matched,
            items: last_period.items,
          })}
        </Text>
      )}
      {people.length > 0 && (
        <List size="sm" mt="xs" aria-label={t('reviews.preview_people')}>
          {people.map(({ user_reference, name, items: own }) => (
            <List.Item key={user_reference}>
              {t('reviews.preview_person', { name: name ?? user_reference, own })}
            </List.Item>
          ))}
        </List>
      )}
      {people.length > 0 && unassigned > 0 && (
        <Alert
          color="yellow"
          mt="sm"
          icon={<IconUserOff aria-hidden />}
          title={t('reviews.preview_unassigned', { unassigned })}
        >
          {t(unassigned === items ? 'reviews.preview_nothing' : 'reviews.preview_unassigned_hint')}
        </Alert>
      )}
      {without_second_review > 0 && people.length > 0 && (
        <Alert color="yellow" mt="sm">
          {t('reviews.preview_once', { count: without_second_review })}
        </Alert>
      )}
    </div>
  )
}

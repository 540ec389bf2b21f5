import type { ReviewQueue } from '@holdfast/contract'
import { Progress } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

/** How much of a queue was reviewed, as a bar and in words. */
export const QueueProgress = ({ queue }: { queue: Pick<ReviewQueue, 'reviewed' | 'items' | 'is_closed'> }) => {
  const t = useText()
  const words = t(queue.is_closed ? 'reviews.progress_closed' : 'reviews.progress_words', {
    reviewed: queue.reviewed,
    items: queue.items,
  })
  return (
    <span style={{ display: 'block' }}>
      {words}
      <Progress value={(100 * queue.reviewed) / Math.max(1, queue.items)} size="sm" mt={4} aria-hidden />
    </span>
  )
}

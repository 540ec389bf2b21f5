import type { ReviewQueueDetail } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useText } from '../../../shared/i18n/text.ts'

/** Why a queue is not drawn any more, and how to go on with it. */
export const StoppedDraws = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const author = queue.repeats_by ?? ''
  const nameOf = useColleagues([author])
  if (queue.draws_stopped === null || queue.is_closed) return null
  return (
    <Alert
      color="red"
      icon={<IconPlayerPause aria-hidden />}
      title={t(`reviews.stopped_${queue.draws_stopped}`, { who: nameOf(author) })}
      role="note"
    >
      {t('reviews.stopped_hint')}
    </Alert>
  )
}

import type { Payload } from '@holdfast/contract'
import { Button, Modal, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEyeCheck } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { useNeighbours } from '../use-neighbours.ts'
import { ReviewForm } from './review-form.tsx'
import { useMarkReviewed } from './use-mark-reviewed.ts'

/** Whether there is content that somebody can have reviewed (docs/decisions/0045). The server decides when somebody marks it. */
const isReviewable = ({ payload_state }: Payload): boolean =>
  payload_state === 'Processed' || payload_state === 'Transferred'

/** Marks the recording as reviewed. Nothing for people who may not, and for recordings without content. */
export const ReviewButton = ({ payload }: { payload: Payload }) => {
  const can = useCan()
  return can('reviews:write') && isReviewable(payload) ? <ReviewAction payload={payload} /> : null
}

const ReviewAction = ({ payload: { payload_reference } }: { payload: Payload }) => {
  const t = useText()
  const { profile } = useProfile()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { next: goOn } = useNeighbours()
  const { mark, isMarking } = useMarkReviewed(payload_reference, goOn ?? undefined)
  // One key marks without asking, so it takes the same disposition each time: the first one that needs no note.
  const usual = profile?.account_settings.dispositions.find(({ needs_note }) => !needs_note)
  const markAndGoOn = () => {
    if (!usual) return open()
    if (!isMarking) mark(usual.name, '')
  }
  usePageKeys([
    ['review', open],
    ['reviewAndNext', markAndGoOn],
  ])
  return (
    <>
      <Tooltip label={t('reviews.key', { disposition: usual?.name ?? '' })} disabled={!usual}>
        <Button variant="default" size="xs" leftSection={<IconEyeCheck size={16} />} loading={isMarking} onClick={open}>
          {t('reviews.mark')}
        </Button>
      </Tooltip>
      <Modal
        size="lg"
        opened={isOpen}
        onClose={close}
        title={t('reviews.title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <ReviewForm
          payloadReference={payload_reference}
          dispositions={profile?.account_settings.dispositions ?? []}
          goOn={goOn}
          onDone={close}
        />
      </Modal>
    </>
  )
}

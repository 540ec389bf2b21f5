import type { Payload } from '@holdfast/contract'
import { Button, Modal, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEyeCheck } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/text.ts'
import { noteGoneOn } from '../../../shared/list/neighbours.ts'
import { useNeighbours } from '../../../shared/list/use-neighbours.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { useOpening } from '../content/opened-here.ts'
import { whyNotToAsk } from '../content/why-not.ts'
import { usePayloadAudit } from '../payload-queries.ts'
import { reportPlayedNow } from '../player/report-played.ts'
import { useRecordingName } from '../use-recording-name.ts'
import { markSoon, undoLatestMark } from './pending-marks.ts'
import { ReviewForm } from './review-form.tsx'
import { useOwnItems } from './use-own-items.ts'

/** Whether there is content that somebody can have reviewed, or never any (docs/decisions/0045). The server decides when somebody marks it. */
const isReviewable = ({ payload_state }: Payload): boolean =>
  payload_state === 'Processed' || payload_state === 'Transferred' || payload_state === 'NotRecorded'

/** Marks the recording as reviewed. Nothing for people who may not, and for recordings without content. */
export const ReviewButton = ({ payload }: { payload: Payload }) => {
  const can = useCan()
  return can('reviews:write') && isReviewable(payload) ? <ReviewAction payload={payload} /> : null
}

const ReviewAction = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { profile } = useProfile()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { payload_reference } = payload
  const name = useRecordingName(payload)
  const [isOpen, dialog] = useDisclosure(false)
  const { close } = dialog
  // The mark says whether the recording was played.
  const open = () => {
    reportPlayedNow()
    dialog.open()
  }
  const { next: goOn } = useNeighbours()
  const audit = usePayloadAudit(payload_reference, false)
  const records = audit.data?.pages.flatMap((page) => page.records) ?? []
  const hasContent = profile !== undefined && whyNotToAsk(payload, profile) === null
  const gotTo = useOpening(payload_reference, profile?.user_reference, records)
  const opening = hasContent ? gotTo : 'opened'
  const isUnopened = opening !== 'opened'
  const own = useOwnItems(payload_reference)
  const mustOpen = isUnopened && own.rows.some(({ needs_opening }) => needs_opening)
  // One key marks without asking, so it takes the same disposition each time: the first one that needs no note.
  const usual = profile?.account_settings.dispositions.find(({ needs_note }) => !needs_note)
  const markWith = ({ disposition, note, goesOn }: { disposition: string; note: string; goesOn: boolean }) => {
    const goBack = () => {
      noteGoneOn(pathname)
      void navigate({ to: pathname, replace: true })
    }
    close()
    reportPlayedNow()
    markSoon({ payload_reference, disposition, note, name }, goBack)
    if (goesOn) goOn?.()
  }
  const markAndGoOn = () => {
    if (!usual || isUnopened) return open()
    markWith({ disposition: usual.name, note: '', goesOn: true })
  }
  usePageKeys([
    ['review', open],
    ['reviewAndNext', markAndGoOn],
    ['undoReview', undoLatestMark],
  ])
  return (
    <>
      <Tooltip label={t('reviews.key', { disposition: usual?.name ?? '' })} disabled={!usual}>
        <Button variant="default" size="xs" leftSection={<IconEyeCheck size={16} />} onClick={open}>
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
          opening={opening}
          mustOpen={mustOpen}
          dispositions={profile?.account_settings.dispositions ?? []}
          hasNext={goOn !== null}
          onMark={markWith}
          onCancel={close}
        />
      </Modal>
    </>
  )
}

import { limits, type ReviewMark } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from '../trail/payload-audit-panel.module.css'
import { WithdrawReview } from './withdraw-review.tsx'

const hourMs = 60 * 60 * 1000

/** Who marked a recording, when and how, and whether they withdrew it. */
export const ReviewMarkItem = ({ mark, isLatest }: { mark: ReviewMark; isLatest: boolean }) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const { reviewed_by, reviewed_at, disposition, note, withdrawn_at, withdrawal_reason } = mark
  const isRecent = Date.now() - Date.parse(reviewed_at) < limits.reviewWithdrawalHours * hourMs
  const canWithdraw =
    isLatest && isRecent && can('reviews:write') && profile !== undefined && profile.user_reference === reviewed_by
  return (
    <li className={classes.record}>
      <span className={classes.who}>
        <Colleague author={reviewed_by} />
      </span>
      <Badge tone={withdrawn_at === null ? 'info' : 'neutral'}>
        <bdi>{withdrawn_at === null ? disposition : <s>{disposition}</s>}</bdi>
      </Badge>
      <Opening mark={mark} />
      <span className={classes.time}>
        <Moment time={reviewed_at} withSeconds />
      </span>
      {note && <p className={classes.note}>{note}</p>}
      {withdrawn_at !== null && (
        <p className={classes.note}>
          {t('reviews.withdrawn')} <Moment time={withdrawn_at} withSeconds /> {'–'} <bdi>{withdrawal_reason}</bdi>
        </p>
      )}
      {canWithdraw && <WithdrawReview mark={mark} />}
    </li>
  )
}

/** It was not recorded of earlier marks whether the reviewer had opened the recording without playing it. */
const unopenedWords = (isRequested: boolean | null) => {
  if (isRequested === null) return 'reviews.unplayed'
  return isRequested ? 'reviews.requested_only' : 'reviews.unopened'
}

/** What the reviewer had opened of the recording, and how much of it they heard. Nothing where there was nothing to open. */
const Opening = ({ mark: { is_opened, is_requested, heard_seconds } }: { mark: ReviewMark }) => {
  const t = useText()
  if (is_opened === null) return null
  if (!is_opened) return <Badge tone="warn">{t(unopenedWords(is_requested))}</Badge>
  return (
    <span className={classes.opened}>
      {heard_seconds === null ? t('reviews.opened') : t('reviews.heard', { heard: clockTime(heard_seconds) })}
    </span>
  )
}

import { calls, type Notification } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import { notificationWords } from './notification-words.ts'

const unread = { is_unread: true }

interface Unread {
  count: number
  /** A notification arrived, or was read in another tab. */
  reload: () => void
}

/**
 * How many notifications the person has not read, kept up to date. One that arrives while they work is shown as a notice. Staff on a visit
 * have none in the account, and nobody may read any before they have accepted the terms.
 */
export const useUnread = (onChanged: () => void): Unread => {
  const t = useText()
  const isVisit = useSession().support !== null
  const { profile } = useProfile()
  const isOwn = !isVisit && profile?.terms_accepted === true
  const { rows, total, isLoading, reload } = useList({
    call: calls.listNotifications,
    filter: unread,
    pageRows: 1,
    portalReads: 'first_page',
    isEnabled: isOwn,
  })
  const changed = () => {
    reload()
    onChanged()
  }
  useEvents(({ kind }) => {
    if (isOwn && kind === 'notification') changed()
  }, changed)
  useNoticeOfNewest(isLoading ? undefined : (rows[0] ?? null), (newest) => notice(notificationWords(newest, t)))
  return { count: isOwn ? Math.max(total ?? 0, rows.length) : 0, reload: changed }
}

/** @param newest `undefined` until it was read for the first time; what waits then is told by the number alone */
const useNoticeOfNewest = (newest: Notification | null | undefined, tell: (newest: Notification) => void): void => {
  const latest = useRef<string | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const reference = newest?.notification_reference ?? ''
    const isFirst = latest.current === null
    if (!isFirst && reference <= (latest.current ?? '')) return
    latest.current = reference
    if (newest && !isFirst) tell(newest)
  })
}

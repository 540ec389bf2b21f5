import { calls, type Notification } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import { useNotificationWords } from './notification-words.ts'

const unread = { is_unread: true }

/**
 * How many notifications the person has not read, kept up to date. One that arrives while they work is shown as a notice. Staff on a visit
 * have none in the account, and nobody may read any before they have accepted the terms.
 * @param onChanged a notification arrived, or was read in another tab
 */
export const useUnread = (onChanged: () => void): number => {
  const wordsOf = useNotificationWords()
  const isVisit = useSession().support !== null
  const { profile } = useProfile()
  const isOwn = !isVisit && profile?.terms_accepted === true
  const { rows, total, isLoading, reload, readAgain } = useList({
    call: calls.listNotifications,
    filter: unread,
    pageRows: 1,
    portalReads: 'first_page',
    isEnabled: isOwn,
  })
  useEvents(
    ({ kind }) => {
      if (!isOwn || kind !== 'notification') return
      readAgain()
      onChanged()
    },
    () => {
      reload()
      onChanged()
    },
  )
  useNoticeOfNewest(isLoading ? undefined : (rows[0] ?? null), (newest) => notice(wordsOf(newest)))
  return isOwn ? Math.max(total ?? 0, rows.length) : 0
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

import { Notification } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.ts'
import { type Notice, noticeStack } from './notice-stack.ts'
import classes from './notices.module.css'

/** The others wait until one of these went. */
const shownAtOnce = 5

interface NoticeCardProps {
  notice: Notice
  isHeld: boolean
  onHold: (isHeld: boolean) => void
}

const NoticeCard = ({ notice, isHeld, onHold }: NoticeCardProps) => {
  const t = useText()
  const [isLeaving, setIsLeaving] = useState(false)
  const { id, title, message, isFailure, autoCloseMs } = notice
  useEffect(() => {
    if (isHeld || autoCloseMs === null) return
    const timer = setTimeout(() => setIsLeaving(true), autoCloseMs)
    return () => clearTimeout(timer)
  }, [isHeld, autoCloseMs])
  const remove = () => {
    onHold(false)
    noticeStack.dismiss(id)
  }
  return (
    <Notification
      title={title}
      withBorder
      {...(isFailure ? { color: 'red' } : {})}
      className={classes.notice}
      mod={{ leaving: isLeaving }}
      closeButtonProps={{ 'aria-label': t('notice.close') }}
      onClose={() => setIsLeaving(true)}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onAnimationEnd={() => isLeaving && remove()}
    >
      {message}
    </Notification>
  )
}

/** Notices at the bottom of the page. They stay while somebody points at one of them. */
export const Notices = () => {
  const notices = useSyncExternalStore(noticeStack.subscribe, noticeStack.get)
  const [isHeld, setIsHeld] = useState(false)
  return (
    <div className={classes.notices}>
      {notices.slice(0, shownAtOnce).map((notice) => (
        <NoticeCard key={notice.id} notice={notice} isHeld={isHeld} onHold={setIsHeld} />
      ))}
    </div>
  )
}

import { calls } from '@holdfast/contract'
import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import { usePopover } from '../../../shared/ui/use-popover.ts'
import { NotificationList } from './notification-list.tsx'
import { useUnread } from './use-unread.ts'

const all = {}
const pageRows = 20
/** A larger number is shown as this one and a plus. */
const mostShown = 99

/** The person's notifications, with how many they have not read. */
export const NotificationBell = () => {
  const t = useText()
  const isVisit = useSession().support !== null
  const { target, isOpen, setIsOpen, close } = usePopover()
  const list = useList({ call: calls.listNotifications, filter: all, pageRows, isEnabled: isOpen })
  const count = useUnread(() => {
    if (isOpen) list.readAgain()
  })
  useOpenFromLink(() => setIsOpen(true))
  if (isVisit) return null
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width="min(24rem, 100vw - 1.5rem)" trapFocus>
      <Indicator
        disabled={count === 0}
        label={count > mostShown ? `${mostShown}+` : count}
        size={16}
        offset={6}
        color="red.8"
      >
        <Popover.Target>
          <ActionIcon
            ref={target}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={count > 0 ? t('notification.bell_unread', { count }) : t('notification.title')}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconBell size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={4}>
        <NotificationList list={list} onOpened={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The hash of the address in e-mails about notifications. It is removed, so that a reload or Back does not open the list again. */
const linkHash = 'notifications'

const useOpenFromLink = (open: () => void): void => {
  const isLinked = useLocation({ select: ({ hash }) => hash === linkHash })
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLinked) return
    open()
    void navigate({ to: '.', search: true, hash: '', replace: true })
  })
}

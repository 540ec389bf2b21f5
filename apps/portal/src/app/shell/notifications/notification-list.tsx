import { calls, type Notification } from '@holdfast/contract'
import { ActionIcon, Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import type { ListResult } from '../../../shared/list/use-list.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { addressOf } from './notification-address.ts'
import classes from './notification-list.module.css'
import { showNotificationSettings } from './notification-settings.tsx'
import { useNotificationWords } from './notification-words.ts'

interface NotificationListProps {
  list: ListResult<Notification>
  /** Something was opened: what a notification is about, or the settings. */
  onOpened: () => void
}

const nothing = () => undefined

/** The person's notifications, newest first. Opening one marks it as read. */
export const NotificationList = ({ list, onOpened }: NotificationListProps) => {
  const t = useText()
  const changes = [calls.listNotifications]
  const one = useSave({ call: calls.markNotificationsRead, changes, onSaved: nothing })
  const all = useSave({ call: calls.markAllNotificationsRead, changes, onSaved: nothing })
  const [newest] = list.rows
  const hasUnread = list.rows.some(({ read_at }) => read_at === null)
  const markRead = ({ notification_reference, read_at }: Notification) => {
    if (read_at === null) one.save({ body: { notification_references: [notification_reference] } })
  }
  return (
    <>
      <div className={classes.header}>
        <h2 className={classes.title}>{t('notification.title')}</h2>
        <span className={classes.actions}>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={!hasUnread}
            loading={all.isSaving}
            onClick={() => newest && all.save({ body: { until: newest.notification_reference } })}
          >
            {t('notification.read_all')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('notification.settings')}
            onClick={() => {
              onOpened()
              showNotificationSettings()
            }}
          >
            <IconSettings size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Skeleton height={96} />}
      {!list.isLoading && !list.error && list.rows.length === 0 && (
        <p className={classes.none}>{t('notification.none')}</p>
      )}
      <ul className={classes.list}>
        {list.rows.map((notification) => (
          <li key={notification.notification_reference} data-unread={notification.read_at === null}>
            <Entry
              notification={notification}
              onOpen={() => {
                markRead(notification)
                onOpened()
              }}
              onRead={() => markRead(notification)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.more}>
        <ShowMore list={list} />
      </div>
    </>
  )
}

interface EntryProps {
  notification: Notification
  onOpen: () => void
  onRead: () => void
}

/** A link to what happened, or what it said where that may not be seen any more. */
const Entry = ({ notification, onOpen, onRead }: EntryProps) => {
  const t = useText()
  const wordsOf = useNotificationWords()
  const address = addressOf(notification)
  const words = (
    <>
      <span className={classes.words}>{wordsOf(notification)}</span>
      <span className={classes.time}>
        <Moment time={notification.occurred_at} isShortToday />
      </span>
      {notification.read_at === null && (
        <span className={classes.dot} role="img" aria-label={t('notification.unread')} />
      )}
    </>
  )
  return address ? (
    <Link {...address} className={classes.entry} onClick={onOpen}>
      {words}
    </Link>
  ) : (
    <UnstyledButton className={classes.entry} onClick={onRead}>
      {words}
    </UnstyledButton>
  )
}

import { calls, type NotificationSettings as Settings } from '@holdfast/contract'
import { Alert, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { DialogFields } from '../../../shared/forms/dialog-fields.tsx'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { AlertPreferencesForm } from './alert-preferences.tsx'
import { KindRow } from './kind-row.tsx'
import classes from './notification-settings.module.css'

const openEvent = 'holdfast:notification-settings'

/** Opens the settings from anywhere in the shell. */
export const showNotificationSettings = (): void => {
  window.dispatchEvent(new Event(openEvent))
}

/** The dialog in which people choose what they are notified of. */
export const NotificationSettings = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure()
  useWindowEvent(openEvent as keyof WindowEventMap, open)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('notification.settings')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      centered
    >
      <DialogFields>
        <Kinds />
      </DialogFields>
    </Modal>
  )
}

const Kinds = () => {
  const t = useText()
  const { data, error, refetch } = useLoaded(calls.getNotificationSettings, {})
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  if (data.kinds.length === 0) return <Text size="sm">{t('notification.settings_none')}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('notification.settings_about')}
      </Text>
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">{t('notification.kind')}</th>
            <th scope="col">{t('notification.by_portal')}</th>
            {data.email.state === 'ready' && <th scope="col">{t('notification.by_email')}</th>}
          </tr>
        </thead>
        <tbody>
          {data.kinds.map((setting) => (
            <KindRow key={setting.kind} {...setting} hasEmail={data.email.state === 'ready'} />
          ))}
        </tbody>
      </table>
      <AboutEmail email={data.email} />
      {data.kinds.some(({ kind }) => kind.startsWith('alert_')) && (
        <AlertPreferencesForm key={JSON.stringify(data.alerts)} alerts={data.alerts} email={data.email} />
      )}
    </Stack>
  )
}

const AboutEmail = ({ email: { state, address, failed_at } }: Pick<Settings, 'email'>) => {
  const t = useText()
  return (
    <>
      {failed_at !== null && (
        <Alert color="red" p="xs">
          {t('notification.email_failed', { time: new Date(failed_at) })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t(`notification.email_${state}`, { address: address ?? '' })}
      </Text>
    </>
  )
}

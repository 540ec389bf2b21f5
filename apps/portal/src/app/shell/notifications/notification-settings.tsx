import { calls, type NotificationDelivery, type NotificationKind } from '@holdfast/contract'
import { Modal, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'

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
      <Kinds />
    </Modal>
  )
}

const Kinds = () => {
  const t = useText()
  const { data, error, refetch } = useLoaded(calls.getNotificationSettings, {})
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t(data.kinds.length > 0 ? 'notification.settings_about' : 'notification.settings_none')}
      </Text>
      {data.kinds.map(({ kind, delivery }) => (
        <KindSwitch key={kind} kind={kind} delivery={delivery} />
      ))}
    </Stack>
  )
}

/** Each choice is saved at once. */
const KindSwitch = ({ kind, delivery }: { kind: NotificationKind; delivery: NotificationDelivery }) => {
  const t = useText()
  const [chosen, setChosen] = useState(delivery)
  const { save, isSaving, refusal } = useSave({
    call: calls.putNotificationSetting,
    changes: [calls.getNotificationSettings],
    onSaved: () => undefined,
  })
  // A refused choice goes back to what is saved.
  const shown = isSaving ? chosen : delivery
  const choose = (next: NotificationDelivery) => {
    // One choice after the other: two at once could arrive in the other order.
    if (isSaving) return
    setChosen(next)
    save({ params: { kind }, body: { delivery: next } })
  }
  return (
    <div>
      <Switch
        label={t(`notification.about_${kind}`)}
        checked={shown !== 'off'}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? 'portal' : 'off')}
      />
      <Refusal refusal={refusal} />
    </div>
  )
}

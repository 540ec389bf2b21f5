import { calls, type DeviceUser } from '@holdfast/contract'
import { List, Stack, Text } from '@mantine/core'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { bodyOf, valuesOf } from './device-user-form.tsx'
import { personName } from './person-name.ts'

interface OnboardingPanelProps {
  user: DeviceUser
  /** How many devices the person holds; `undefined` where that is not known. */
  devices: number | undefined
  onChanged: () => void
}

const changes = [calls.listDevices, calls.listDeviceUsers]

/** Offboards a person, after saying what becomes of their devices and recordings. */
export const OffboardPanel = ({ user, devices, onChanged }: OnboardingPanelProps) => {
  const t = useText()
  const offboarding = useSave({
    call: calls.offboardDeviceUser,
    changes,
    onSaved: () => {
      onChanged()
      notice(text('user.offboard_done'), personName(user))
    },
  })
  const { device_user_reference, version } = user
  return (
    <Panel title={t('user.offboarding')}>
      <Stack align="flex-start">
        <Text size="sm">{t('user.offboard_hint')}</Text>
        <Refusal refusal={offboarding.refusal} />
        <ConfirmButton
          variant="default"
          label={t('user.offboard')}
          title={t('user.offboard_title', { name: personName(user) })}
          body={
            <List size="sm">
              <List.Item>
                {devices === undefined
                  ? t('user.offboard_any_devices')
                  : t('user.offboard_devices', { count: devices })}
              </List.Item>
              {devices !== 0 && <List.Item>{t('user.offboard_delivery')}</List.Item>}
              <List.Item>{t('user.offboard_recordings')}</List.Item>
              <List.Item>{t('user.offboard_back')}</List.Item>
            </List>
          }
          isBusy={offboarding.isSaving}
          onConfirm={() => offboarding.save({ params: { device_user_reference }, query: { version } })}
        />
      </Stack>
    </Panel>
  )
}

/** Brings back a person who was offboarded, as they were. */
export const BringBackPanel = ({ user, onChanged }: Omit<OnboardingPanelProps, 'devices'>) => {
  const t = useText()
  const onboarding = useSave({
    call: calls.onboardDeviceUser,
    changes,
    onSaved: () => {
      onChanged()
      notice(text('user.bring_back_done'), personName(user))
    },
  })
  const { device_user_reference, version } = user
  return (
    <Panel title={t('user.bring_back')}>
      <Stack align="flex-start">
        <Text size="sm">{t('user.bring_back_hint', { group: user.group ?? '–' })}</Text>
        <Refusal refusal={onboarding.refusal} />
        <ConfirmButton
          variant="default"
          color="cerulean"
          label={t('user.bring_back')}
          title={t('user.bring_back_title', { name: personName(user) })}
          body={t('user.bring_back_body', { group: user.group ?? '–' })}
          isBusy={onboarding.isSaving}
          onConfirm={() =>
            onboarding.save({ params: { device_user_reference }, body: bodyOf(valuesOf(user), version) })
          }
        />
      </Stack>
    </Panel>
  )
}

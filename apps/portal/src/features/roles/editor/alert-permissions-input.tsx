import { type AlertPermission, alertPermissions, type RolePreview } from '@holdfast/contract'
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { lacksAction, showsNone, withReading } from './alert-permissions.ts'

interface AlertPermissionsInputProps {
  value: readonly AlertPermission[]
  /** What the role allows; `undefined` while it is not known. */
  reach: RolePreview['reach'] | undefined
  onChange: (value: AlertPermission[]) => void
}

/** Which alerts a role shows, and which of them its holders may handle. Says so if that, or the action on alerts, has no effect. */
export const AlertPermissionsInput = ({ value, reach, onChange }: AlertPermissionsInputProps) => {
  const t = useText()
  const actions = reach?.map(({ action }) => action)
  return (
    <Checkbox.Group
      label={t('roles.alert_permissions')}
      value={[...value]}
      onChange={(chosen) => onChange(withReading(value, chosen as AlertPermission[]))}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {alertPermissions.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={t(`roles.alert_${permission}`)}
            description={t(`roles.alert_${permission}_hint`)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" fw={550} mt="xs" role="status">
        {showsNone(value, actions) && t('roles.alerts_shown_none')}
        {lacksAction(value, actions) && t('roles.alerts_without_action', { action: t('action.alerts:read') })}
      </Text>
    </Checkbox.Group>
  )
}

import { type AlertPermission, alertPermissions } from '@holdfast/contract'
import { Chip, Group, Input, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { NetworksInput } from '../../../shared/forms/networks-input.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { RoleValues } from '../grants/role-values.ts'

type Limits = Pick<RoleValues, 'cidr_ranges' | 'alert_permissions' | 'is_alertable'>

interface LimitsInputProps {
  value: Limits
  cidrError: ReactNode
  onChange: (value: Partial<Limits>) => void
}

/** The networks from which a role applies, and its part in alerts. */
export const LimitsInput = ({ value, cidrError, onChange }: LimitsInputProps) => {
  const t = useText()
  return (
    <Stack>
      <NetworksInput
        label={t('roles.networks')}
        value={value.cidr_ranges}
        error={cidrError}
        onChange={(ranges) => onChange({ cidr_ranges: ranges })}
      />
      <Input.Wrapper label={t('roles.alert_permissions')} labelElement="div">
        <Chip.Group
          multiple
          value={[...value.alert_permissions]}
          onChange={(chosen) => onChange({ alert_permissions: chosen as AlertPermission[] })}
        >
          <Group gap={6} mt={4}>
            {alertPermissions.map((permission) => (
              <Chip key={permission} value={permission} size="xs" variant="outline">
                {t(`roles.alert_${permission}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Switch
        label={t('roles.alertable')}
        description={t('roles.alertable_hint')}
        checked={value.is_alertable}
        onChange={(event) => onChange({ is_alertable: event.currentTarget.checked })}
      />
    </Stack>
  )
}

import { type AlertPermission, alertPermissions, type PayloadType, payloadTypes } from '@holdfast/contract'
import { Chip, Group, Input, SegmentedControl, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { RoleValues } from './role-values.ts'

type Limits = Pick<RoleValues, 'payload_types' | 'cidr_ranges' | 'alert_permissions' | 'is_alertable'>

interface LimitsInputProps {
  value: Limits
  kindsError: ReactNode
  cidrError: ReactNode
  onChange: (value: Partial<Limits>) => void
}

/** The limits of a role: kinds of recordings and networks; and its part in alerts. */
export const LimitsInput = ({ value, kindsError, cidrError, onChange }: LimitsInputProps) => {
  const t = useText()
  const { payload_types, cidr_ranges } = value
  return (
    <Stack>
      <Input.Wrapper label={t('roles.kinds')} labelElement="div" error={kindsError}>
        <Stack gap="xs" mt={4} align="flex-start">
          <SegmentedControl
            size="xs"
            aria-label={t('roles.kinds')}
            value={payload_types === null ? 'all' : 'some'}
            onChange={(choice) => onChange({ payload_types: choice === 'all' ? null : [] })}
            data={[
              { value: 'all', label: t('roles.all_kinds') },
              { value: 'some', label: t('roles.some_kinds') },
            ]}
          />
          {payload_types !== null && (
            <Chip.Group
              multiple
              value={[...payload_types]}
              onChange={(types) => onChange({ payload_types: types as PayloadType[] })}
            >
              <Group gap={6}>
                {payloadTypes.map((type) => (
                  <Chip key={type} value={type} size="xs" variant="outline">
                    {t(`kind.${type}`)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          )}
        </Stack>
      </Input.Wrapper>
      <NetworksInput
        label={t('roles.networks')}
        value={cidr_ranges}
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

import type { RolePreview } from '@holdfast/contract'
import { Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { NetworksInput } from '../../../shared/forms/networks-input.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { RoleValues } from '../grants/role-values.ts'
import { AlertPermissionsInput } from './alert-permissions-input.tsx'

type Limits = Pick<RoleValues, 'cidr_ranges' | 'alert_permissions' | 'is_alertable'>

interface LimitsInputProps {
  value: Limits
  cidrError: ReactNode
  /** What the role allows; `undefined` while it is not known. */
  reach: RolePreview['reach'] | undefined
  onChange: (value: Partial<Limits>) => void
}

/** The networks from which a role applies, and its part in alerts. */
export const LimitsInput = ({ value, cidrError, reach, onChange }: LimitsInputProps) => {
  const t = useText()
  return (
    <Stack>
      <NetworksInput
        label={t('roles.networks')}
        value={value.cidr_ranges}
        error={cidrError}
        onChange={(ranges) => onChange({ cidr_ranges: ranges })}
      />
      <AlertPermissionsInput
        value={value.alert_permissions}
        reach={reach}
        onChange={(alert_permissions) => onChange({ alert_permissions })}
      />
      <Switch
        label={t('roles.alertable')}
        description={t('roles.alertable_hint')}
        checked={value.is_alertable}
        onChange={(event) => onChange({ is_alertable: event.currentTarget.checked })}
      />
    </Stack>
  )
}

import type { RetentionSettings } from '@holdfast/contract'
import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { useNumberSeparators } from '../../../shared/i18n/use-number-separators.ts'
import { Panel } from '../../../shared/ui/panel.tsx'

const bytesOfGigabyte = 1000 ** 3

interface SafetyInputProps {
  settings: RetentionSettings
  isLocked: boolean
  /** The policy in force is locked, which cannot be undone. */
  wasLocked: boolean
  onChange: (settings: RetentionSettings) => void
  onLock: (isLocked: boolean) => void
}

/** Edits what protects data from a change or a run that nobody meant. */
export const SafetyInput = ({ settings, isLocked, wasLocked, onChange, onLock }: SafetyInputProps) => {
  const t = useText()
  const separators = useNumberSeparators()
  const number = (
    label: MessageId,
    value: number,
    { min, max, decimals = 0, set }: { min: number; max: number; decimals?: number; set: (value: number) => void },
  ) => (
    <NumberInput
      label={t(label)}
      value={value}
      min={min}
      max={max}
      clampBehavior="blur"
      decimalScale={decimals}
      allowNegative={false}
      {...separators}
      styles={{ root: { maxWidth: 'none' }, wrapper: { maxWidth: 280 } }}
      onChange={(typed) => typeof typed === 'number' && set(typed)}
    />
  )
  return (
    <Panel title={t('retention.safety')}>
      <Stack>
        {number('retention.delay_input', settings.delay_days, {
          min: 1,
          max: 90,
          set: (delay_days) => onChange({ ...settings, delay_days }),
        })}
        {number('retention.confirm_recordings_input', settings.confirm_above_recordings, {
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
          set: (confirm_above_recordings) => onChange({ ...settings, confirm_above_recordings }),
        })}
        {number('retention.confirm_bytes_input', Math.round(settings.confirm_above_bytes / 1000 ** 2) / 1000, {
          min: 0,
          max: Math.floor(Number.MAX_SAFE_INTEGER / bytesOfGigabyte),
          decimals: 3,
          set: (gigabytes) => onChange({ ...settings, confirm_above_bytes: Math.round(gigabytes * bytesOfGigabyte) }),
        })}
        {number('retention.share_input', settings.run_share_percent, {
          min: 1,
          max: 100,
          set: (run_share_percent) => onChange({ ...settings, run_share_percent }),
        })}
        <Checkbox
          label={t('retention.lock_input')}
          description={t('retention.lock_hint')}
          checked={isLocked}
          disabled={wasLocked}
          onChange={(event) => onLock(event.currentTarget.checked)}
        />
      </Stack>
    </Panel>
  )
}

import { Input, SegmentedControl, Stack, TagsInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { type Networks, networksRule, rangesRule } from './networks.ts'

interface NetworksInputProps {
  label: string
  description?: string
  value: Networks
  error?: ReactNode
  disabled?: boolean
  onChange: (ranges: string[] | null) => void
}

/** Any network, or a list of ranges. */
export const NetworksInput = ({ label, description, value, error, disabled, onChange }: NetworksInputProps) => {
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  const problem = (isLeft ? networksRule : rangesRule)(value)
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={label}
          value={value === null ? 'any' : 'some'}
          disabled={disabled}
          onChange={(choice) => {
            setLeft(false)
            onChange(choice === 'any' ? null : [])
          }}
          data={[
            { value: 'any', label: t('roles.any_network') },
            { value: 'some', label: t('roles.some_networks') },
          ]}
        />
        {value !== null && (
          <TagsInput
            aria-label={t('roles.some_networks')}
            description={t('roles.networks_hint')}
            value={[...value]}
            error={problem ?? error}
            disabled={disabled}
            onBlur={() => setLeft(true)}
            onChange={onChange}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

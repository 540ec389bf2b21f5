import { Input, SegmentedControl, Stack, TagsInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { type Networks, networksRule, rangesRule } from './networks.ts'

interface NetworksInputProps {
  label: string
  hint?: string
  ranges: Networks
  error: ReactNode
  isReadOnly?: boolean
  onChange: (ranges: string[] | null) => void
}

/** Any network, or a list of ranges. */
export const NetworksInput = ({ label, hint, ranges, error, isReadOnly = false, onChange }: NetworksInputProps) => {
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  const problem = (isLeft ? networksRule : rangesRule)(ranges)
  return (
    <Input.Wrapper label={label} description={hint} labelElement="div">
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={label}
          value={ranges === null ? 'any' : 'some'}
          disabled={isReadOnly}
          onChange={(choice) => {
            setLeft(false)
            onChange(choice === 'any' ? null : [])
          }}
          data={[
            { value: 'any', label: t('roles.any_network') },
            { value: 'some', label: t('roles.some_networks') },
          ]}
        />
        {ranges !== null && (
          <TagsInput
            aria-label={t('roles.some_networks')}
            description={t('roles.networks_hint')}
            value={[...ranges]}
            error={problem ?? error}
            disabled={isReadOnly}
            onBlur={() => setLeft(true)}
            onChange={onChange}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

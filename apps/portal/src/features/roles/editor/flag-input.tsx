import { Checkbox } from '@mantine/core'

interface FlagInputProps {
  label: string
  isSet: boolean
  onChange: (isSet: boolean) => void
}

/** A checkbox of a permission or a condition. */
export const FlagInput = ({ label, isSet, onChange }: FlagInputProps) => (
  <Checkbox size="xs" label={label} checked={isSet} onChange={(event) => onChange(event.currentTarget.checked)} />
)

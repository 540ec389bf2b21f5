import { Checkbox } from '@mantine/core'

interface FlagInputProps {
  label: string
  isSet: boolean
  onChange: (isSet: boolean) => void
}

/** Something that is so or not, of a permission or of a condition. */
export const FlagInput = ({ label, isSet, onChange }: FlagInputProps) => (
  <Checkbox size="xs" label={label} checked={isSet} onChange={(event) => onChange(event.currentTarget.checked)} />
)

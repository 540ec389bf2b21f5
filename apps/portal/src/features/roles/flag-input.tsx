import { Checkbox } from '@mantine/core'

interface FlagInputProps {
  label: string
  isSet: boolean
  isReadOnly: boolean
  onChange: (isSet: boolean) => void
}

/** Something that is so or not, of a permission or of a condition. */
export const FlagInput = ({ label, isSet, isReadOnly, onChange }: FlagInputProps) => (
  <Checkbox
    size="xs"
    label={label}
    checked={isSet}
    disabled={isReadOnly}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

import { Switch } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

interface NeedsOpeningInputProps {
  value: boolean
  onChange: (value: boolean) => void
}

/** Whether the reviewers of a queue have to open recordings before they mark them. */
export const NeedsOpeningInput = ({ value, onChange }: NeedsOpeningInputProps) => {
  const t = useText()
  return (
    <Switch
      label={t('reviews.needs_opening')}
      description={t('reviews.needs_opening_hint')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

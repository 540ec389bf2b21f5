import { Button } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'

interface ForceButtonProps {
  label: 'tags.force' | 'tags.force_delete'
  isBusy: boolean
  onClick: () => void
}

/** Makes a change although it changes the groups that stand in its way. */
export const ForceButton = ({ label, isBusy, onClick }: ForceButtonProps) => {
  const t = useText()
  return (
    <Button mt="sm" size="xs" color="red" loading={isBusy} onClick={onClick}>
      {t(label)}
    </Button>
  )
}

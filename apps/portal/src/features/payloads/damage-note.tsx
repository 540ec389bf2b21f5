import { Alert } from '@mantine/core'
import { IconFileBroken } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'

/** Shown above damaged content. The intact part can be played. */
export const DamageNote = () => {
  const t = useText()
  return (
    <Alert role="note" color="red" icon={<IconFileBroken />}>
      {t('why.damaged_note')}
    </Alert>
  )
}

import { Alert } from '@mantine/core'
import { IconFileBroken } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'

/** Stands above content that is known to be damaged: what is whole of it can be played all the same. */
export const DamageNote = () => {
  const t = useText()
  return (
    <Alert role="note" color="red" icon={<IconFileBroken />}>
      {t('why.damaged_note')}
    </Alert>
  )
}

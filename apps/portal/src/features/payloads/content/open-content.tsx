import { Button } from '@mantine/core'
import type { IconPhoto } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { StateMessage } from '../../../shared/ui/state-message.tsx'

interface OpenContentProps {
  icon: typeof IconPhoto
  isOpening: boolean
  onOpen: () => void
}

/** A button that opens the content: it is only requested when the person asks for it. */
export const OpenContent = ({ icon, isOpening, onOpen }: OpenContentProps) => {
  const t = useText()
  return (
    <StateMessage icon={icon} title={t('open.title')} body={t('player.recorded')}>
      <Button onClick={onOpen} loading={isOpening}>
        {t('open.button')}
      </Button>
    </StateMessage>
  )
}

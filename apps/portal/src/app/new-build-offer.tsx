import { Button, Dialog, Group, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useText } from '../shared/i18n/text.ts'
import { watchBuild } from './build-poll.ts'

/** Offers a reload when a newer build is installed. It never reloads by itself: somebody may be working. */
export const NewBuildOffer = () => {
  const t = useText()
  const [isOffered, setIsOffered] = useState(false)
  const { online } = useNetwork()
  useEffect(() => watchBuild(() => setIsOffered(true)), [])
  return (
    <Dialog opened={isOffered} onClose={() => setIsOffered(false)} size="md" withBorder>
      <Stack gap="xs">
        <Text fw={600}>{t('notice.new_build')}</Text>
        <Text size="sm">{t('notice.new_build_body')}</Text>
        <Group justify="flex-end">
          <Button size="xs" disabled={!online} onClick={() => location.reload()}>
            {t('notice.reload')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { Button, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadEditingMessages, useText } from '../../shared/i18n/text.ts'
import { fetchPart } from '../../shared/ui/fetch-part.ts'
import { Panel } from '../../shared/ui/panel.tsx'

/** Fetched by those who ask. */
const load = async () => {
  const [panel] = await Promise.all([import('./who-may-play.tsx'), loadEditingMessages()])
  return panel
}
const WhoMayPlay = lazy(load)

/** Who can find, play or download a recording, by which role; asked for when somebody wants to know. */
export const WhoMayPlayPanel = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return (
      <Suspense fallback={<Skeleton height={160} />}>
        <WhoMayPlay payloadReference={payloadReference} />
      </Suspense>
    )
  }
  return (
    <Panel
      title={t('explain.who_may')}
      action={
        <Button size="xs" variant="default" onClick={() => void fetchPart(load).then(setOpen)}>
          {t('explain.show')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('explain.who_may_hint')}
      </Text>
    </Panel>
  )
}

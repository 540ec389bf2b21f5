import type { Payload } from '@holdfast/contract'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowsMinimize, IconPhoto, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { OpenContent } from './open-content.tsx'
import classes from './photo-content.module.css'
import { useContent } from './use-content.ts'
import { WhyNotMessage } from './why-not-message.tsx'

const smallest = 1
const largest = 6

/** A photo with zoom and rotation. Its frame has the same size before it is opened. */
export const PhotoContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const intl = useIntl()
  const { content, isOpening, open, stopped } = useContent(payload)
  const [zoom, setZoom] = useState(smallest)
  const [quarterTurns, setQuarterTurns] = useState(0)
  const address = content && 'address' in content ? content.address : null
  const isShown = address !== null
  const tools: { title: MessageId; icon: typeof IconPhoto; run: () => void; isOff?: boolean }[] = [
    {
      title: 'photo.zoom_in',
      icon: IconZoomIn,
      run: () => setZoom(Math.min(largest, zoom * 1.5)),
      isOff: zoom >= largest,
    },
    {
      title: 'photo.zoom_out',
      icon: IconZoomOut,
      run: () => setZoom(Math.max(smallest, zoom / 1.5)),
      isOff: zoom <= smallest,
    },
    { title: 'photo.rotate', icon: IconRotateClockwise, run: () => setQuarterTurns(quarterTurns + 1) },
    {
      title: 'photo.reset',
      icon: IconArrowsMinimize,
      run: () => {
        setZoom(smallest)
        setQuarterTurns(0)
      },
    },
  ]
  return (
    <figure className={classes.figure}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds form fields, not a photo */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its frame has to be scrollable by keys */}
      <div className={classes.frame} tabIndex={0} role="group" aria-label={t('page.photo')}>
        {!content && <OpenContent icon={IconPhoto} isOpening={isOpening} onOpen={open} />}
        {content && 'why' in content && <WhyNotMessage why={content.why} again="open.again" onAgain={open} />}
        {isShown && (
          <img
            src={address}
            className={classes.photo}
            alt={t('photo.alt', {
              time: intl.formatDate(payload.payload_time, { dateStyle: 'long', timeStyle: 'short' }),
              who: payload.device_user_reference ?? payload.device_reference,
            })}
            style={{ width: `${zoom * 100}%`, transform: `rotate(${quarterTurns * 90}deg)` }}
            onError={() => stopped(address)}
          />
        )}
      </div>
      <Group gap="xs" mt="sm">
        {tools.map(({ title, icon: Icon, run, isOff }) => (
          <Tooltip key={title} label={t(title)}>
            <ActionIcon variant="default" size={36} onClick={run} disabled={!isShown || isOff} aria-label={t(title)}>
              <Icon size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
      </Group>
    </figure>
  )
}

import type { Payload } from '@holdfast/contract'
import { ActionIcon, Group, Loader, Text, Tooltip } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import {
  IconArrowsMinimize,
  IconMaximize,
  IconMinimize,
  IconPhoto,
  IconRotate,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { type PageKeys, usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { OpenContent } from '../content/open-content.tsx'
import { useContent } from '../content/use-content.ts'
import { useOpenAtOnce } from '../content/use-open-at-once.ts'
import { WhyNotMessage } from '../content/why-not-message.tsx'
import classes from './photo-content.module.css'
import { usePhotoFacts } from './use-photo-facts.ts'
import type { PhotoControl } from './use-photo-viewer.ts'
import { usePicture } from './use-picture.ts'

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'))

const zoomStep = 1.5
const movePx = 80

interface Tool {
  title: MessageId
  icon: typeof IconPhoto
  use: (control: PhotoControl) => void
}

const tools: readonly Tool[] = [
  { title: 'photo.zoom_in', icon: IconZoomIn, use: ({ zoomBy }) => zoomBy(zoomStep) },
  { title: 'photo.zoom_out', icon: IconZoomOut, use: ({ zoomBy }) => zoomBy(1 / zoomStep) },
  { title: 'photo.rotate_left', icon: IconRotate, use: ({ rotateBy }) => rotateBy(-90) },
  { title: 'photo.rotate', icon: IconRotateClockwise, use: ({ rotateBy }) => rotateBy(90) },
  { title: 'photo.reset', icon: IconArrowsMinimize, use: ({ showWhole }) => showWhole() },
]

interface ToolButtonProps {
  tool: Tool
  control: PhotoControl | null
  isFullScreen: boolean
}

const ToolButton = ({ tool: { title, icon: Icon, use }, control, isFullScreen }: ToolButtonProps) => {
  const t = useText()
  return (
    // In full screen, only what is inside the figure is visible, so the tooltip can't be in a portal.
    <Tooltip label={t(title)} withinPortal={!isFullScreen}>
      <ActionIcon
        variant="default"
        size={36}
        onClick={() => control && use(control)}
        disabled={!control}
        aria-label={t(title)}
      >
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The keys of an opened photo. The arrow keys scroll the page while the whole photo is shown. */
const usePhotoKeys = (control: PhotoControl | null, isEnlarged: boolean): void => {
  const ofPhoto = (control: PhotoControl): PageKeys => [
    ['zoomIn', () => control.zoomBy(zoomStep)],
    ['zoomOut', () => control.zoomBy(1 / zoomStep)],
    ['rotateRight', () => control.rotateBy(90)],
    ['rotateLeft', () => control.rotateBy(-90)],
    ['showWhole', control.showWhole],
  ]
  const ofEnlarged = ({ moveBy }: PhotoControl): PageKeys => [
    ['moveLeft', () => moveBy(-movePx, 0)],
    ['moveRight', () => moveBy(movePx, 0)],
    ['moveUp', () => moveBy(0, -movePx)],
    ['moveDown', () => moveBy(0, movePx)],
  ]
  usePageKeys([...(control ? ofPhoto(control) : []), ...(control && isEnlarged ? ofEnlarged(control) : [])])
}

/** A photo to be zoomed, moved and turned. Its frame has the same size before it is opened. */
export const PhotoContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const intl = useIntl()
  const { content, isOpening, open, stopped } = useContent(payload)
  const [control, setControl] = useState<PhotoControl | null>(null)
  const [scale, setScale] = useState<number | null>(null)
  const [isEnlarged, setEnlarged] = useState(false)
  const address = content && 'address' in content ? content.address : null
  useOpenAtOnce({ mayHavePictures: true, isFromListOnly: true, open })
  usePageKeys(content || isOpening ? [] : [['open', open]])
  usePhotoKeys(control, isEnlarged)
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLElement>()
  const canFillScreen = control !== null && document.fullscreenEnabled
  usePageKeys(canFillScreen ? [['fullScreen', () => void toggle()]] : [])
  usePhotoFacts(payload, address)
  const { data: picture, error } = usePicture(payload, address)
  useEffect(() => {
    if (error && address !== null) stopped(address)
  }, [error, address, stopped])
  const fullScreen: Tool = {
    title: isFullScreen ? 'photo.leave_full_screen' : 'photo.full_screen',
    icon: isFullScreen ? IconMinimize : IconMaximize,
    use: () => void toggle(),
  }
  const label = t('photo.alt', {
    time: intl.formatDate(payload.payload_time, { dateStyle: 'long', timeStyle: 'short' }),
    who: payload.device_user_reference ?? payload.device_reference,
  })
  const onFailed = () => {
    setControl(null)
    setScale(null)
    if (address !== null) stopped(address)
  }
  const onScale = (next: number, isNextEnlarged: boolean) => {
    setScale(next)
    setEnlarged(isNextEnlarged)
  }
  return (
    <figure className={classes.figure} ref={ref}>
      <div className={classes.frame}>
        {!content && <OpenContent icon={IconPhoto} isOpening={isOpening} onOpen={open} />}
        {content && 'why' in content && (
          <WhyNotMessage payload={payload} why={content.why} again="open.again" onAgain={open} />
        )}
        {address !== null && !control && <Loader size="sm" className={classes.loader} />}
        {address !== null && picture !== undefined && (
          <Suspense>
            <PhotoViewer address={picture} label={label} onReady={setControl} onScale={onScale} onFailed={onFailed} />
          </Suspense>
        )}
      </div>
      <Group gap="xs" mt="sm">
        {tools.map((tool) => (
          <ToolButton key={tool.title} tool={tool} control={control} isFullScreen={isFullScreen} />
        ))}
        {canFillScreen && <ToolButton tool={fullScreen} control={control} isFullScreen={isFullScreen} />}
        <Text component="output" size="sm" c="dimmed" className="numeric">
          {scale !== null && intl.formatNumber(scale, { style: 'percent', maximumFractionDigits: 0 })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" visibleFrom="sm" mt="xs">
        {t('photo.keys')}
      </Text>
    </figure>
  )
}

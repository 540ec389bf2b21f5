import OpenSeadragon from 'openseadragon'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { styleNonce } from '../../../shared/theme/style-nonce.ts'

/** What the buttons below a photo and the keys do with it. */
export interface PhotoControl {
  zoomBy: (factor: number) => void
  /** Turns the picture and shows the whole of it. */
  rotateBy: (degrees: number) => void
  showWhole: () => void
  /** Shows what lies to the right and below, in pixels of the screen. */
  moveBy: (right: number, down: number) => void
}

interface PhotoViewerOptions {
  address: string
  /** The picture in words. */
  label: string
  onReady: (control: PhotoControl) => void
  /**
   * The scale of the picture: 1 shows a pixel of the photo as one of the screen.
   * @param isEnlarged whether it is larger than what fits
   */
  onScale: (scale: number, isEnlarged: boolean) => void
  onFailed: () => void
}

const closestZoom = 8
const animationSeconds = 0.3

/** Rounding makes what fits a little larger. */
const enlarged = 1.01

/**
 * OpenSeadragon adds a style element without a nonce, which the content security policy refuses, unless it finds this
 * one. It removes the outline of the focus on touch screens, which we keep.
 */
const replaceStyleOfLibrary = (): void => {
  const attribute = 'data-openseadragon-mobile-css'
  if (document.querySelector(`style[${attribute}]`)) return
  const style = document.createElement('style')
  style.nonce = styleNonce()
  style.setAttribute(attribute, 'true')
  document.head.append(style)
}

/** Shows a picture in `container`, to be zoomed, moved and turned with pointers, fingers and `PhotoControl`. */
export const usePhotoViewer = (
  container: RefObject<HTMLDivElement | null>,
  { address, label, ...handlers }: PhotoViewerOptions,
): void => {
  const ready = useEffectEvent(handlers.onReady)
  const fail = useEffectEvent(handlers.onFailed)
  const scale = useEffectEvent(handlers.onScale)

  useEffect(() => {
    if (!container.current) return
    replaceStyleOfLibrary()
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const viewer = new OpenSeadragon.Viewer({
      element: container.current,
      tileSources: { type: 'image', url: address },
      drawer: 'canvas',
      showNavigationControl: false,
      animationTime: isStill ? 0 : animationSeconds,
      maxZoomPixelRatio: closestZoom,
      minZoomImageRatio: 1,
      visibilityRatio: 1,
      constrainDuringPan: true,
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    })
    viewer.canvas.setAttribute('role', 'img')
    viewer.canvas.setAttribute('aria-label', label)
    const { viewport } = viewer
    const rotateBy = (degrees: number) => {
      viewport.setRotation(viewport.getRotation() + degrees, true)
      viewport.goHome()
    }
    let isEnlarged = false
    const tellScale = (zoom: number) => {
      const picture = viewer.world.getItemAt(0)
      isEnlarged = zoom > viewport.getHomeZoom() * enlarged
      if (picture) scale(picture.viewportToImageZoom(zoom), isEnlarged)
    }
    viewer.addHandler('open', () => {
      // The button that opened the photo is gone.
      if (document.activeElement === document.body) viewer.canvas.focus({ preventScroll: true })
      ready({
        zoomBy: (factor) => viewport.zoomBy(factor).applyConstraints(),
        rotateBy,
        showWhole: () => viewport.goHome(),
        moveBy: (right, down) =>
          viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(right, down), true)).applyConstraints(),
      })
      tellScale(viewport.getZoom())
    })
    viewer.addHandler('zoom', ({ zoom = 1 }) => tellScale(zoom))
    // When the size changes, as by full screen, a photo that was shown whole is shown whole again, after the viewer has restored its zoom.
    viewer.addHandler('after-resize', () => {
      const wasWhole = !isEnlarged
      queueMicrotask(() => {
        if (wasWhole) viewport.goHome(true)
        tellScale(viewport.getZoom())
      })
    })
    viewer.addHandler('open-failed', () => fail())
    // The keys of the page do it wherever the focus is. Some of the library's own would mirror evidence, or mean something else here.
    viewer.addHandler('canvas-key', (event) => {
      event.preventDefaultAction = true
    })
    return () => viewer.destroy()
  }, [container, address, label])
}

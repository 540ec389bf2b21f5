import { useRef } from 'react'
import classes from './photo-content.module.css'
import { type PhotoControl, usePhotoViewer } from './use-photo-viewer.ts'

interface PhotoViewerProps {
  address: string
  label: string
  onReady: (control: PhotoControl) => void
  onScale: (scale: number, isEnlarged: boolean) => void
  onFailed: () => void
}

/** The picture of an opened photo. A chunk of its own, because its library is only needed here. */
export default function PhotoViewer(props: PhotoViewerProps) {
  const container = useRef<HTMLDivElement>(null)
  usePhotoViewer(container, props)
  return <div ref={container} className={classes.viewer} />
}

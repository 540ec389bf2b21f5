import { useMemo } from 'react'
import classes from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

/** A QR code. It is dark on light in either colour mode, because cameras expect it so. */
export const QrCode = ({ content, label }: { content: string; label: string }) => {
  const { size, path } = useMemo(() => qrPath(content), [content])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

import encodeQR from 'qr'
import { useMemo } from 'react'
import classes from './qr-code.module.css'

/** The border that ISO/IEC 18004 asks for, in modules. */
const border = 4

/** A QR code. It is dark on light in either colour mode, because cameras expect it so. */
export const QrCode = ({ content, label }: { content: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(content, 'raw', { ecc: 'medium', border })
    const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: rows.length, path: modules.join('') }
  }, [content])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

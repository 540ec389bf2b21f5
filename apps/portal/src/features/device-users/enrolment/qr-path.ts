import encodeQR from 'qr'

/** The border that ISO/IEC 18004 asks for, in modules. */
const border = 4

/** The dark modules of a QR code as the path of an SVG, in which a module is a unit square, and its width with the border. */
export const qrPath = (content: string): { size: number; path: string } => {
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border })
  const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size: rows.length, path: modules.join('') }
}

/** Pixels of the longer and the shorter side, at most. */
const longest = 1280
const shortest = 720

/** Sides of a picture with square pixels that fits, both even, as H.264 with 4:2:0 needs. */
export const fittingSize = (width: number, height: number, pixelAspect: number): { width: number; height: number } => {
  const wide = width * pixelAspect
  const scale = Math.min(1, longest / Math.max(wide, height), shortest / Math.min(wide, height))
  const even = (pixels: number): number => Math.max(2, 2 * Math.round((pixels * scale) / 2))
  return { width: even(wide), height: even(height) }
}

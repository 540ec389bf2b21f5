import sharp, { type Sharp } from 'sharp'
import { readRange, sendPart } from './channel.ts'
import { factsOf } from './photo-facts.ts'
import { type DecoderTask, maxFrameBytes } from './protocol.ts'
import { Undecodable } from './undecodable.ts'

/** Pixels. A larger picture would need more memory than the decoder may have. */
const maxPixels = 200_000_000
/** Bytes. Pictures are read whole. */
const maxPictureBytes = 128 * 1024 * 1024
const thumbnailPixels = 320
const posterPixels = 1_280
/** Fits, sealed, into one row of the database. */
const maxThumbnailBytes = 15 * 1024

sharp.cache(false)
sharp.concurrency(1)
// Only what handsets make: SVG, PDF and TIFF have had faults, and libvips would detect them by their content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/** Makes the thumbnail of a photograph, its facts, and a JPEG of a HEIC, which few browsers show. */
export const derivePicture = async ({ content_type, size, wanted }: DecoderTask): Promise<void> => {
  const content = wholeContent(size)
  if (wanted.includes('facts')) sendPart('facts', Buffer.from(JSON.stringify(factsOf(content))))
  if (!wanted.includes('thumbnail') && !wanted.includes('rendition')) return
  const isHeic = content_type === 'image/heic' || content_type === 'image/heif'
  const picture = isHeic ? await decodeHeic(content) : sharp(content, { limitInputPixels: maxPixels, failOn: 'none' })
  try {
    if (wanted.includes('thumbnail')) sendPart('thumbnail', await thumbnailOf(picture))
    if (wanted.includes('rendition') && isHeic)
      sendPart('rendition', await picture.clone().jpeg({ quality: 85 }).toBuffer())
  } catch (error) {
    throw new Undecodable(error instanceof Error ? error.message : 'The picture could not be decoded')
  }
}

/** A WebP of at most 320 pixels and 15 KiB, turned upright. */
export const thumbnailOf = async (picture: Sharp): Promise<Buffer> => {
  const small = picture
    .clone()
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (let quality = 70; ; quality -= 20) {
    const thumbnail = await sharp(data, { raw }).webp({ quality }).toBuffer()
    if (thumbnail.length <= maxThumbnailBytes || quality <= 10) return thumbnail
  }
}

/** A WebP of at most 1,280 pixels. */
export const posterOf = (picture: Sharp): Promise<Buffer> =>
  picture
    .clone()
    .autoOrient()
    .resize(posterPixels, posterPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()

const wholeContent = (size: number): Buffer => {
  if (size > maxPictureBytes) throw new Undecodable(`A picture of ${size} bytes is not decoded`)
  const pieces: Buffer[] = []
  for (let at = 0; at < size; ) {
    const piece = readRange(at, maxFrameBytes)
    if (piece.length === 0) break
    pieces.push(piece)
    at += piece.length
  }
  return Buffer.concat(pieces)
}

/** The primary picture, already turned upright. */
const decodeHeic = async (content: Buffer): Promise<Sharp> => {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new libheif.HeifDecoder().decode(content)
  if (!image) throw new Undecodable('It holds no picture')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxPixels) throw new Undecodable(`A picture of ${width} × ${height} pixels is not decoded`)
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) =>
      shown ? resolve() : reject(new Undecodable('The picture could not be decoded')),
    )
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
}

import sharp, { type Sharp } from 'sharp'
import { readRange, sendEnded, sendFacts, sendPart } from './channel.ts'
import { makeEach } from './each-part.ts'
import { factsOf } from './photo-facts.ts'
import { type DecoderTask, maxFrameBytes } from './protocol.ts'
import { Damaged, isDamage, Undecodable } from './undecodable.ts'

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

/** Reads the facts of a photograph, then makes its thumbnail, and a JPEG of a HEIC, which few browsers show. */
export const derivePicture = async ({ content_type, size, wanted }: DecoderTask): Promise<void> => {
  const content = wholeContent(size)
  const isHeic = content_type === 'image/heic' || content_type === 'image/heif'
  if (wanted.includes('facts')) {
    const facts = JSON.stringify({ ...factsOf(content), ...(isHeic ? {} : await orientationOf(content)) })
    sendPart('facts', Buffer.from(facts))
    sendEnded('facts')
  }
  const pictures = wanted.filter((part) => part === 'thumbnail' || (part === 'rendition' && isHeic))
  const problem = await makeEach(pictures, async () => {
    const { picture, isDamaged } = await (isHeic ? decodeHeic(content) : decodePicture(content))
    sendFacts({ is_damaged: isDamaged, undecoded_tracks: [] })
    if (wanted.includes('thumbnail')) sendPart('thumbnail', await readable(thumbnailOf(picture)))
    if (wanted.includes('rendition') && isHeic)
      sendPart('rendition', await readable(picture.clone().jpeg({ quality: 85 }).toBuffer()))
  })
  if (problem && isDamage(problem)) sendFacts({ is_damaged: true, undecoded_tracks: [] })
}

/** A picture that fails is damaged: its size was checked before. */
const readable = <T>(made: Promise<T>): Promise<T> =>
  made.catch((error: Error) => {
    throw new Damaged(error.message)
  })

interface DecodedPicture {
  picture: Sharp
  isDamaged: boolean
}

/** The picture as far as it goes. It is decoded to its end once, in strips, to find out whether it is damaged. */
const decodePicture = async (content: Buffer): Promise<DecodedPicture> => {
  const { width, height } = await readable(sharp(content, { limitInputPixels: false }).metadata())
  if (width * height > maxPixels) throw new Undecodable(`A picture of ${width} × ${height} pixels is not decoded`)
  const isWhole = await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
  return { picture: sharp(content, { limitInputPixels: maxPixels, failOn: 'none' }), isDamaged: !isWhole }
}

/** How the picture is turned when it is shown: of two notes that contradict each other, the one that counts there. */
const orientationOf = async (content: Buffer): Promise<{ orientation?: number }> => {
  const { orientation } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ orientation: undefined }))
  return orientation === undefined ? {} : { orientation }
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
const decodeHeic = async (content: Buffer): Promise<DecodedPicture> => {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new libheif.HeifDecoder().decode(content)
  if (!image) throw new Damaged('It holds no picture')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxPixels) throw new Undecodable(`A picture of ${width} × ${height} pixels is not decoded`)
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) =>
      shown ? resolve() : reject(new Damaged('The picture could not be decoded')),
    )
  })
  return { picture: sharp(data, { raw: { width, height, channels: 4 } }), isDamaged: false }
}

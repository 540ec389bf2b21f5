import { type Demuxer, FilterAPI } from 'node-av/api'
import { AV_FRAME_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Frame, Stream } from 'node-av/lib'
import sharp, { type Sharp } from 'sharp'
import { sendPart } from './channel.ts'
import { freed } from './freed.ts'
import { posterOf, thumbnailOf } from './picture.ts'
import type { DecoderTask } from './protocol.ts'
import { decoderOf, openSource } from './source.ts'
import { deriveVideoRendition } from './video-rendition.ts'

/** The poster shows what is there after this time, or after a tenth of a shorter video: the first frames are often dark. */
const posterSeconds = 1
const posterShare = 0.1

/** Makes the poster of a video and its thumbnail, then its rendition. Each reads the video from its beginning. */
export const deriveVideo = async (task: DecoderTask): Promise<void> => {
  if (task.wanted.includes('poster') || task.wanted.includes('thumbnail')) await derivePictures(openSource(task), task)
  if (task.wanted.includes('rendition')) await deriveVideoRendition(openSource(task), task)
}

const derivePictures = async (input: Demuxer, task: DecoderTask): Promise<void> => {
  const stream = input.video()
  if (!stream) return
  const picture = pictureAt(input, stream, Math.min(posterSeconds, input.duration * posterShare || 0))
  if (!picture) return
  if (task.wanted.includes('poster')) sendPart('poster', await posterOf(picture))
  if (task.wanted.includes('thumbnail')) sendPart('thumbnail', await thumbnailOf(picture))
}

/** The first picture at or after a time, or the last one before the end. */
const pictureAt = (input: Demuxer, stream: Stream, seconds: number): Sharp | null => {
  const decoder = decoderOf(stream)
  const filter = FilterAPI.create("scale='min(1280,iw)':-2,format=rgb24")
  let found: Sharp | null = null
  for (const packet of freed(input.packetsSync(stream.index))) {
    for (const decoded of freed(decoder.framesSync(packet))) {
      for (const frame of freed(filter.framesSync(decoded))) {
        if (!frame) continue
        found = pictureOf(frame)
        if (Number(frame.pts) * timeBase(stream) >= seconds) return found
      }
    }
  }
  return found
}

const timeBase = ({ timeBase: { num, den } }: Stream): number => num / den

const pictureOf = (frame: Frame): Sharp => {
  const { width, height } = frame
  const data = frame.toBuffer()
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const degrees = rotationOf(frame)
  return degrees === 0 ? picture : picture.rotate(degrees)
}

/** Degrees clockwise by which the picture is to be turned, from the display matrix (ISO/IEC 14496-12, section 8.3.2). */
const rotationOf = (frame: Frame): number => {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return 0
  const [a, b] = [matrix.readInt32LE(0), matrix.readInt32LE(4)]
  return (Math.round((Math.atan2(b, a) * 180) / Math.PI / 90) * 90 + 360) % 360
}

import { FilterAPI } from 'node-av/api'
import { AV_FRAME_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Frame, Stream } from 'node-av/lib'
import sharp, { type Sharp } from 'sharp'
import { sendFacts, sendPart } from './channel.ts'
import { makeEach } from './each-part.ts'
import { freed } from './freed.ts'
import { posterOf, thumbnailOf } from './picture.ts'
import type { DecoderTask, Part } from './protocol.ts'
import { Damage, decoderOf, framesOf, openSource, packetsOf } from './source.ts'
import { measureTracks, tracksOf } from './tracks.ts'
import { Damaged, isDamage, Undecodable } from './undecodable.ts'
import { deriveVideoRendition } from './video-rendition.ts'

/** The poster shows what is there after this time, or after a tenth of a shorter video: the first frames are often dark. */
const posterSeconds = 1
const posterShare = 0.1

/** Measures a video, then makes its poster and thumbnail, then its rendition. Each reads the video from its beginning. */
export const deriveVideo = async (task: DecoderTask): Promise<void> => {
  const tracks = tracksOf(openSource(task), task)
  const { seconds, ...facts } = await measureTracks(tracks, task)
  const isEmpty = !tracks.picture && !tracks.sound
  sendFacts({ ...facts, is_damaged: facts.is_damaged || (isEmpty && tracks.undecoded.length === 0) })
  if (isEmpty) throw new Undecodable(`Nothing can be decoded ${tracks.undecoded.join(', ')}`.trim())
  const wanted = (...parts: Part[]) => parts.filter((part) => task.wanted.includes(part))
  const { picture } = tracks
  if (picture) {
    const pictures = wanted('poster', 'thumbnail')
    const problem = await makeEach(pictures, () => derivePictures(picture, seconds, pictures, task))
    if (problem && isDamage(problem)) sendFacts({ ...facts, is_damaged: true })
  }
  await makeEach(wanted('rendition'), () => deriveVideoRendition(tracks, { ...facts, seconds }, task))
}

const derivePictures = async (
  stream: Stream,
  seconds: number,
  wanted: readonly Part[],
  task: DecoderTask,
): Promise<void> => {
  const picture = pictureAt(stream, Math.min(posterSeconds, seconds * posterShare), task)
  if (!picture) throw new Damaged('No picture could be decoded')
  if (wanted.includes('poster')) sendPart('poster', await posterOf(picture))
  if (wanted.includes('thumbnail')) sendPart('thumbnail', await thumbnailOf(picture))
}

/** The first picture at or after a time, or the last one before the end. */
const pictureAt = (stream: Stream, seconds: number, task: DecoderTask): Sharp | null => {
  const damage = new Damage()
  const decoder = decoderOf(stream)
  const filter = FilterAPI.create("scale='min(1280,iw)':-2,format=rgb24")
  let found: Sharp | null = null
  for (const packet of freed(packetsOf(openSource(task), damage, stream.index))) {
    for (const decoded of freed(framesOf(decoder, packet, damage))) {
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

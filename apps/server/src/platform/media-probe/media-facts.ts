/** What a format's reader learned of the content. */
export interface MediaFacts {
  /** Content type without parameters, e.g. `audio/amr-wb`. */
  media_type: string
  /** Seconds. */
  duration_s?: number
  /** Pixels, before any rotation. */
  width?: number
  height?: number
  audio_codec?: string
  /** Of the sound: 1 mono, 2 stereo. */
  channels?: number
  /** Of the sound, samples a second. */
  sample_rate?: number
  video_codec?: string
  /** When the photograph says it was taken: `YYYY-MM-DDThh:mm:ss`, with an offset when the camera noted one. */
  exif_time?: string
  /** Degrees, WGS 84. */
  exif_position?: { latitude: number; longitude: number }
}

/** The content begins as a format that it does not keep to. The message says where, for the person who looks into it. */
export class BrokenMedia extends Error {
  override readonly name = 'BrokenMedia'
}

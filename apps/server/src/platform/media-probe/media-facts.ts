/** What a format's reader found out about the content. */
export interface MediaFacts {
  /** Content type without parameters, e.g. `audio/amr-wb`. */
  media_type: string
  /** Seconds. */
  duration_s?: number
  /** Pixels, before any rotation. */
  width?: number
  height?: number
  audio_codec?: string
  /** Channels of the sound: 1 mono, 2 stereo. */
  channels?: number
  /** Samples of the sound per second. */
  sample_rate?: number
  video_codec?: string
  /** When the photograph was taken, by its EXIF: `YYYY-MM-DDThh:mm:ss`, with an offset when the camera recorded one. */
  exif_time?: string
  /** Degrees, WGS 84. */
  exif_position?: { latitude: number; longitude: number }
}

/** The content begins like a format that it does not follow. The message says where, for the person who investigates. */
export class BrokenMedia extends Error {
  override readonly name = 'BrokenMedia'
}

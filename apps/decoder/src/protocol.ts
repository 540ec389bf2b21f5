import type { Buffer } from 'node:buffer'

/** What can be made from a recording. */
export const parts = ['peaks', 'rendition', 'poster', 'thumbnail', 'facts'] as const
export type Part = (typeof parts)[number]

/** What decoding tells of the content itself, as JSON. Whatever is unknown is missing. */
export interface DecodedFacts {
  /** From the beginning to the end of what can be played, counted and not as stated. */
  duration_ms?: number
  /** Pixels, before any rotation. */
  width?: number
  height?: number
  /** Of the sound: 1 mono, 2 stereo; and samples per second. */
  channels?: number
  sample_rate?: number
  /** Whether something of it does not follow its format. */
  is_damaged: boolean
  /** Tracks that could not be decoded, such as `audio/ac3`. */
  undecoded_tracks: readonly string[]
}

/** What the decoder is to do, as JSON in its only argument. */
export interface DecoderTask {
  /** Content type that processing detected, without parameters. */
  content_type: string
  /** Bytes of the content. */
  size: number
  wanted: readonly Part[]
  /** Whether the rendition of a video may be encoded, which takes about as long as the video plays. */
  may_encode: boolean
}

/**
 * Frames from the decoder: kind (1 byte), length of the body (4 bytes), body. Numbers have their most significant byte
 * first.
 *
 * | Kind | Body |
 * |---|---|
 * | read | offset (6 bytes) and length (4 bytes) of a range; answered before anything else is sent |
 * | part | place in `parts` (1 byte), then bytes that continue this part |
 * | head | place in `parts` (1 byte), then the bytes that this part begins with, which are known only at its end |
 * | postponed | place in `parts` (1 byte) of a part that was not made because it would have to be encoded |
 * | ended | place in `parts` (1 byte) of a part that is complete, whatever becomes of the others |
 * | failed | place in `parts` (1 byte), then why this part can't be made |
 * | media | `DecodedFacts` |
 * | end | why the content can't be decoded; empty if everything was made, but for what has failed |
 *
 * The answer to a read: length (4 bytes), bytes. It is shorter than requested at the end of the content only.
 */
export const frameKinds = { read: 1, part: 2, end: 3, head: 4, postponed: 5, ended: 6, failed: 7, media: 8 } as const

export const frameHeaderBytes = 5
/** Longest body of a frame, and longest range of a read. */
export const maxFrameBytes = 1024 * 1024
/** File descriptor of the decoder for the frames. Standard error is for its log. */
export const channelDescriptor = 3

export interface Frame {
  kind: number
  body: Buffer
}

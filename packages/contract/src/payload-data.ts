import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadParams } from './payloads.ts'
import { PlaybackReason } from './playback-reason.ts'
import { PayloadReferences } from './reference-lists.ts'

/** Whether content is returned, and why not (rules-and-calls section 4). */
export const payloadDataStatuses = [
  'Ok',
  'NoS3Url',
  'NoMatchingRecord',
  'GroupNotAuthorised',
  'Personal',
  'TypeNotAuthorised',
] as const
export const PayloadDataStatus = Type.Enum(payloadDataStatuses)
export type PayloadDataStatus = Static<typeof PayloadDataStatus>

/** Reasons that withhold content from everybody, whatever their roles. */
export const ContentWithheld = Type.Enum(['Personal', 'NoS3Url'])
export type ContentWithheld = Static<typeof ContentWithheld>

export const payloadDataActionTypes = ['play', 'download'] as const
export const PayloadDataActionType = Type.Enum(payloadDataActionTypes, { default: 'download' })
export type PayloadDataActionType = Static<typeof PayloadDataActionType>

export const PayloadData = Type.Object(
  {
    s3_url: nullable(Type.String({ description: 'A short-lived address of the opened content; null unless Ok.' })),
    status: PayloadDataStatus,
  },
  { title: 'PayloadData', description: 'Where the content of a recording can be fetched, or why not.' },
)
export type PayloadData = Static<typeof PayloadData>

export const mediaParts = ['peaks', 'rendition', 'poster', 'thumbnail', 'facts'] as const
/** What is made from a recording to look at or listen to, or read from it. */
export const MediaPart = Type.Enum(mediaParts, {
  description: [
    'peaks: the waveform, as the number of channels (1 byte) and then one byte a column for each channel',
    'rendition: sound, video or picture in a form that every browser plays or shows (MP3, MP4, JPEG); the original of a video that is in such a form',
    'poster: a picture of a video (WebP)',
    'thumbnail: a small picture (WebP)',
    'facts: what the camera noted in a photo (JSON, PhotoFacts)',
  ].join('; '),
})
export type MediaPart = Static<typeof MediaPart>

export const getPayloadData = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/data',
  summary: 'Hands out the content of a recording to play or download; recorded before the address leaves.',
  action: 'payloads:read',
  params: PayloadParams,
  query: Type.Object({ action: Type.Optional(PayloadDataActionType), reason: Type.Optional(PlaybackReason) }, closed),
  response: PayloadData,
  responseHeaders: {
    'Set-Cookie': { description: 'Opens the address in this browser alone', schema: Type.String(), statuses: [200] },
  },
  audit: 'payload.data_requested',
  errors: ['playback.reason_required', 'playback.reason_not_listed'],
})

export const getData = call({
  catalogue: 'client',
  method: 'GET',
  path: '/data',
  summary:
    'Hands out the content of up to 100 recordings, in the order of their references; recorded before the addresses leave.',
  action: 'payloads:read',
  query: Type.Object(
    {
      payload_references: PayloadReferences,
      // Without a default, which would be filled in and leave is_download no say.
      action: Type.Optional(Type.Enum(payloadDataActionTypes, { description: 'download by default' })),
      is_download: Type.Optional(Type.Boolean({ description: 'Without action: true is download, false is play' })),
      filename: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Under which name it is saved; several recordings get a number after it',
        }),
      ),
      part: Type.Optional(MediaPart),
      reason: Type.Optional(PlaybackReason),
    },
    closed,
  ),
  response: Type.Object({
    items: Type.Array(
      Type.Interface([PayloadData], { payload_reference: PayloadReference }, { title: 'PayloadDataItem' }),
    ),
    count: Type.Integer({ minimum: 0 }),
    last_key: Type.Null(),
  }),
  responseHeaders: {
    'Set-Cookie': { description: 'Opens the addresses in this browser alone', schema: Type.String(), statuses: [200] },
  },
  audit: 'payload.data_requested',
  errors: ['playback.reason_required', 'playback.reason_not_listed'],
})

const TicketParams = Type.Object(
  { ticket: Type.String({ minLength: 16, maxLength: limits.maxTicketCharacters, pattern: '^[A-Za-z0-9_.~-]+$' }) },
  closed,
)

/** The details of `part.not_made`, where making it was tried. */
export interface NotMade {
  /** `undecodable`, `too_large`, `too_slow` or `crashed`. */
  failure?: string
  /** When it is tried again if somebody asks for it; `null` if never. */
  tries_again_at?: string | null
}

const mediaAddress = {
  catalogue: 'client',
  path: '/media/{ticket}',
  action: 'public',
  params: TicketParams,
  query: Type.Object(
    {
      attachment: Type.Optional(
        Type.Integer({ minimum: 0, description: 'One file of a message alone, by its place among them, from 0' }),
      ),
      part: Type.Optional(MediaPart),
      is_retry: Type.Optional(
        Type.Boolean({
          description: 'Makes a part now whose last decoder crashed or took too long, 10 seconds ago or more',
        }),
      ),
    },
    closed,
  ),
  requestHeaders: {
    Range: { description: 'One range of bytes (RFC 9110)', schema: Type.String() },
    'If-Range': {
      description: 'An ETag: the range is only for this content, otherwise all of it',
      schema: Type.String(),
    },
    Cookie: { description: 'The one that came with the address', schema: Type.String(), required: true },
  },
  responseKind: 'stream',
  partialContent: true,
  responseHeaders: {
    ETag: {
      description: 'Which bytes they are a part of',
      schema: Type.String({ pattern: '^"[A-Za-z0-9_-]{10}"$' }),
      statuses: [200, 206],
    },
    'Accept-Ranges': { description: 'bytes', schema: Type.Literal('bytes'), statuses: [200, 206] },
    'Content-Range': {
      description: 'Which bytes these are, of how many; refused, of how many there are',
      schema: Type.String({ pattern: '^bytes ([0-9]+-[0-9]+|\\*)/[0-9]+$' }),
      statuses: [206, 416],
    },
    'Content-Length': { description: 'Bytes', schema: Type.Integer({ minimum: 0 }), statuses: [200, 206] },
    'Content-Disposition': {
      description: 'Shown in the page or saved, and under which name',
      schema: Type.String(),
      statuses: [200, 206],
    },
  },
  errors: [
    'playback.expired',
    'playback.reason_required',
    'playback.range_not_satisfiable',
    'playback.damaged',
    'part.not_made',
    'part.being_made',
    'auth.inactive',
    'auth.bad_support_prefix',
  ],
  beyondSpecification: true,
} as const

export const getMedia = call({
  ...mediaAddress,
  method: 'GET',
  summary:
    'Streams the opened content that a ticket stands for, one attachment of it, or what was made from either; answers Range requests.',
  contentTypes: ['audio/*', 'video/*', 'image/*', 'application/json', 'application/octet-stream'],
})

export const headMedia = call({
  ...mediaAddress,
  method: 'HEAD',
  summary:
    'Answers the headers of `GET`, without content and for the same callers; nothing counts as played or viewed.',
})

/** Longest stretch and position that a player can report: ten days. */
const maxPositionSeconds = 864_000

const Position = Type.Number({ minimum: 0, maximum: maxPositionSeconds })

export const PlayedRange = Type.Object(
  { from_s: Position, to_s: Position, speed: Type.Number({ minimum: 0.1, maximum: 16 }) },
  {
    ...closed,
    title: 'PlayedRange',
    description: 'A stretch of a recording, in seconds from its beginning. Speed 1 is as recorded.',
  },
)
export type PlayedRange = Static<typeof PlayedRange>

export const reportPlayed = call({
  catalogue: 'client',
  method: 'POST',
  path: '/media/{ticket}/played',
  summary:
    'Reports which seconds a player has played since its last report. They stand in the chain of custody, within what was sent and the time that has passed since.',
  action: 'public',
  params: TicketParams,
  body: Type.Object(
    {
      ranges: Type.Array(PlayedRange, { minItems: 1, maxItems: limits.maxPlayedRanges }),
      attachment: Type.Optional(Type.Integer({ minimum: 0, description: 'The file of a message that was played' })),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  requestHeaders: {
    Cookie: { description: 'The one that came with the address', schema: Type.String(), required: true },
  },
  responseKind: 'empty',
  audit: 'payload.listened',
  errors: [
    'playback.expired',
    'playback.reason_required',
    'playback.nothing_played',
    'playback.longer_than_elapsed',
    'auth.inactive',
    'auth.bad_support_prefix',
  ],
  beyondSpecification: true,
})

export const payloadDataCalls = { getData, getPayloadData, getMedia, headMedia, reportPlayed }

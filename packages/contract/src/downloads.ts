/** Several recordings as one ZIP file. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference, Ulid } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadDataStatus } from './payload-data.ts'
import { PlaybackReason } from './playback-reason.ts'
import { Timestamp } from './times.ts'

export const Download = Type.Object(
  {
    download_reference: Ulid,
    url: nullable(
      Type.String({
        description: 'A short-lived address of the file, which can be used once; null if nothing is in it',
      }),
    ),
    expires_at: Timestamp,
    items: Type.Array(Type.Object({ payload_reference: PayloadReference, status: PayloadDataStatus })),
  },
  { title: 'Download', description: 'Where several recordings can be fetched as one file, and which of them.' },
)
export type Download = Static<typeof Download>

export const createDownload = call({
  catalogue: 'client',
  method: 'POST',
  path: '/downloads',
  summary:
    'Hands out the originals of several recordings as one ZIP file; recorded before the address leaves. What the caller may not download is only named in its list.',
  action: 'payloads:read',
  body: Type.Object(
    {
      payload_references: Type.Array(PayloadReference, {
        minItems: 1,
        maxItems: limits.maxSelected,
        uniqueItems: true,
      }),
      reason: Type.Optional(PlaybackReason),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Download,
  responseHeaders: {
    'Set-Cookie': { description: 'Opens the address in this browser alone', schema: Type.String(), statuses: [200] },
  },
  audit: 'payload.data_requested',
  errors: ['playback.reason_required', 'playback.reason_not_listed'],
  beyondSpecification: true,
})

export const getDownload = call({
  catalogue: 'client',
  method: 'GET',
  path: '/downloads/{ticket}',
  summary:
    'Streams the ZIP file of a download, once. Access is checked for every recording; each is recorded as downloaded before it leaves. The last file, manifest.csv, says what became of each.',
  action: 'public',
  params: Type.Object({ ticket: Type.String({ minLength: 16, maxLength: 100, pattern: '^[A-Za-z0-9_.-]+$' }) }, closed),
  requestHeaders: {
    Cookie: { description: 'The one that came with the address', schema: Type.String(), required: true },
  },
  responseKind: 'stream',
  contentTypes: ['application/zip'],
  responseHeaders: {
    'Content-Disposition': {
      description: 'Under which name the file is saved',
      schema: Type.String(),
      statuses: [200],
    },
  },
  errors: ['download.expired', 'download.too_many', 'auth.inactive', 'auth.bad_support_prefix'],
  beyondSpecification: true,
})

export const downloadCalls = { createDownload, getDownload }

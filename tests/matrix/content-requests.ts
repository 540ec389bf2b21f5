import type { Action, PayloadType } from '@holdfast/contract'
import {
  backOffice,
  backOfficeFixture,
  desk,
  deskFixture,
  interview,
  thread,
  unknownReference,
} from './fixture-data.ts'
import { errorAnswer, type Need, ok, type RequestDefinition, type RequestDefinitions } from './request-definition.ts'

const ofNobody = { target_type: 'DeviceUser', target: 'no.such.person' } as const

/** A recording of the fixtures, and what must be allowed to see it. */
interface Recording {
  about: string
  payload_reference: string
  group: typeof desk | typeof backOffice
  payload_type: PayloadType
}

const recordings: readonly Recording[] = [
  { about: 'a call of the desk', payload_reference: deskFixture.payload_reference, group: desk, payload_type: 'Call' },
  { about: 'an interview of the desk', payload_reference: interview, group: desk, payload_type: 'Interview' },
  {
    about: 'a call of the back office',
    payload_reference: backOfficeFixture.payload_reference,
    group: backOffice,
    payload_type: 'Call',
  },
]

const known = ({ group, payload_type }: Recording, refused: Need['refused']): Need => ({
  action: 'payloads:read',
  group,
  payload_type,
  verdict: 'hidden',
  refused,
})

const ofRecordings = (code: 'payload.not_found' | 'request.not_found'): RequestDefinition[] =>
  recordings.map((recording) => ({
    about: recording.about,
    params: { payload_reference: recording.payload_reference },
    open: ok,
    needs: [known(recording, errorAnswer(code))],
  }))

/** What answers each status of one recording's content. */
const contentOf = (action: 'play' | 'download', recording: Recording): RequestDefinition => ({
  about: `to ${action} ${recording.about}`,
  open: [200, 'Ok'],
  needs: [
    known(recording, [200, 'NoMatchingRecord']),
    {
      ...known(recording, [200, 'GroupNotAuthorised']),
      action: `payloads:${action}`,
      verdict: 'withheld',
    },
  ],
})

const content = (action: 'play' | 'download'): RequestDefinition[] =>
  recordings.map((recording) => ({
    ...contentOf(action, recording),
    params: { payload_reference: recording.payload_reference },
    query: `?action=${action}`,
  }))

const contentOfMany = (action: 'play' | 'download'): RequestDefinition[] =>
  recordings.map((recording) => ({
    ...contentOf(action, recording),
    query: `?payload_references[]=${recording.payload_reference}&action=${action}`,
  }))

/** Requests for comments on a recording that the caller may read, with the action that they need. */
const commenting = (action: Action, own: Pick<RequestDefinition, 'open' | 'body'>): RequestDefinition[] =>
  recordings.map((recording) => ({
    about: recording.about,
    params: {
      payload_reference: recording.payload_reference,
      comment_id: unknownReference,
      mark_reference: unknownReference,
    },
    ...own,
    needs: [
      known(recording, errorAnswer('payload.not_found')),
      { ...known(recording, errorAnswer('auth.forbidden')), action, verdict: 'refused' },
    ],
  }))

const conversations: readonly RequestDefinition[] = [
  { about: 'a conversation of the desk', group: desk, fixture: deskFixture },
  { about: 'a conversation of the back office', group: backOffice, fixture: backOfficeFixture },
].map(({ about, group, fixture: { device_reference } }) => ({
  about,
  params: { device_reference, thread_id: thread },
  open: ok,
  needs: [
    {
      action: 'payloads:read',
      group,
      payload_type: 'SMS',
      verdict: 'hidden',
      refused: errorAnswer('request.not_found'),
    },
  ],
}))

/** The beginnings of messages that have not arrived. */
const snippets: readonly RequestDefinition[] = [
  { about: 'a message of the desk', group: desk, fixture: deskFixture },
  { about: 'a message of the back office', group: backOffice, fixture: backOfficeFixture },
].map(({ about, group, fixture: { message_reference } }) => {
  const question = { group, payload_type: 'SMS' } as const
  return {
    about,
    query: `?payload_references[]=${message_reference}`,
    open: [200, 'NoS3Url'],
    needs: [
      { ...question, action: 'payloads:read', verdict: 'hidden', refused: [200, 'NoMatchingRecord'] },
      { ...question, action: 'payloads:play', verdict: 'withheld', refused: [200, 'GroupNotAuthorised'] },
    ],
  }
})

/** Messages that have not arrived, so that no verification of them begins and no receipt of them is confirmed. */
const messages = [
  { about: 'a message of the desk', group: desk, fixture: deskFixture },
  { about: 'a message of the back office', group: backOffice, fixture: backOfficeFixture },
] as const

const unknownQueue = { queue_reference: unknownReference }

/** Calls that answer for each recording. */
const eachOfBatch = (action: Action, { body, open }: Pick<RequestDefinition, 'open' | 'body'>): RequestDefinition[] =>
  messages.map(({ about, group, fixture: { message_reference } }) => {
    const question = { group, payload_type: 'SMS', refused: [200, 'payload.not_found'] } as const
    return {
      about,
      body: { payload_references: [message_reference], ...body },
      open,
      needs: [
        { ...question, action: 'payloads:read', verdict: 'hidden' },
        { ...question, action, verdict: 'withheld', refused: [200, 'auth.forbidden'] },
      ],
    }
  })

const ofDesk = { params: { device_reference: deskFixture.device_reference }, open: ok }
const ofDeskPerson = { params: { device_user_reference: deskFixture.device_user_reference }, open: ok }

const logLines = [
  { about: 'a line of the desk', group: desk, fixture: deskFixture },
  { about: 'a line of the back office', group: backOffice, fixture: backOfficeFixture },
].map(
  ({ about, group, fixture: { log_id } }): RequestDefinition => ({
    about,
    params: { log_id },
    open: ok,
    needs: [{ action: 'logs:read', group, verdict: 'hidden', refused: errorAnswer('request.not_found') }],
  }),
)

/** Calls about recordings, their metadata and their content, and about what devices reported. */
export const contentRequests = {
  listPayloads: [{ open: ok }],
  getPayload: ofRecordings('payload.not_found'),
  listDevicePayloads: [ofDesk],
  listDeviceUserPayloads: [ofDeskPerson],
  listPositions: [{ open: ok }],
  listDevicePositions: [ofDesk],
  listDeviceUserPositions: [ofDeskPerson],
  listDeviceLogs: [{ open: ok }],
  listLogsOfDevice: [ofDesk],
  listLogsOfDeviceUser: [ofDeskPerson],
  getDeviceLog: logLines,
  getRetention: [{ open: ok }],
  putRetention: [{ body: { version: 999, entities: [], payloads: [] }, open: errorAnswer('edit.conflict') }],
  previewRetention: [{ body: { entities: [], payloads: [] }, open: ok }],
  listRetentionRuns: [{ open: ok }],
  listRetentionVersions: [{ open: ok }],
  startRetentionRun: [{ body: { is_dry_run: true }, open: errorAnswer('retention.nothing_to_do') }],
  explainRetention: ofRecordings('payload.not_found'),
  decideRetention: [{ body: { decision: 'withdraw', version: 999 }, open: errorAnswer('retention.nothing_pending') }],
  getPayloadCounts: [{ open: ok }],
  getPayloadDays: [{ open: ok }],
  getPayloadAudit: ofRecordings('payload.not_found'),
  find: [{ query: '?text=desk', open: ok }],
  listComments: [{ open: ok }],
  getPayloadVerification: ofRecordings('payload.not_found'),
  verifyPayload: messages.map(({ about, group, fixture: { message_reference } }) => ({
    about,
    params: { payload_reference: message_reference },
    open: errorAnswer('verification.no_content'),
    needs: [
      {
        action: 'payloads:read',
        group,
        payload_type: 'SMS',
        verdict: 'hidden',
        refused: errorAnswer('payload.not_found'),
      },
    ],
  })),
  deletePayloads: eachOfBatch('payloads:delete', {
    body: { reason: 'A mistake' },
    open: [200, 'payload.not_deletable'],
  }),
  putPayload: messages.map(({ about, group, fixture: { message_reference } }) => ({
    about,
    params: { payload_reference: message_reference },
    body: {},
    open: ok,
    needs: [
      {
        action: 'payloads:read',
        group,
        payload_type: 'SMS',
        verdict: 'hidden',
        refused: errorAnswer('payload.not_found'),
      },
    ],
  })),
  restorePayloads: eachOfBatch('payloads:restore', { open: [200, 'payload.not_deleted'] }),
  rescanPayloads: eachOfBatch('payloads:update', { open: [200, 'payload.not_quarantined'] }),
  restorePayload: messages.map(({ about, group, fixture: { message_reference } }) => ({
    about,
    params: { payload_reference: message_reference },
    open: errorAnswer('payload.illegal_transition'),
    needs: [
      {
        action: 'payloads:read',
        group,
        payload_type: 'SMS',
        verdict: 'hidden',
        refused: errorAnswer('payload.not_found'),
      },
    ],
  })),
  confirmReceipts: eachOfBatch('receipts:write', { open: [200, 'receipt.no_content'] }),
  markReviewed: eachOfBatch('reviews:write', {
    body: { disposition: 'No concern' },
    open: [200, 'review.not_processed'],
  }),
  getDestructionCertificate: [{ params: { run_id: unknownReference }, open: errorAnswer('request.not_found') }],
  listLegalHolds: [{ open: ok }],
  placeLegalHold: [{ params: ofNobody, body: ofNobody, open: errorAnswer('request.not_found') }],
  releaseLegalHold: [{ params: ofNobody, body: ofNobody, open: errorAnswer('legal_hold.not_found') }],
  listMatters: [{ open: ok }],
  putMatter: [
    {
      params: { matter_reference: 'Unknown' },
      body: { version: 7, title: 'Case', reason: 'Asked', review_on: null, is_closed: false },
      open: errorAnswer('edit.conflict'),
    },
  ],
  putMatterPayloads: [
    {
      params: { matter_reference: 'Unknown' },
      body: { payload_references: [unknownReference] },
      open: errorAnswer('request.not_found'),
    },
  ],
  removeMatterPayloads: [
    {
      params: { matter_reference: 'Unknown' },
      body: { payload_references: [unknownReference] },
      open: errorAnswer('request.not_found'),
    },
  ],
  listMatterNotes: [{ params: { matter_reference: 'Unknown' }, open: errorAnswer('request.not_found') }],
  createMatterNote: [
    {
      params: { matter_reference: 'Unknown' },
      body: { note_body: 'Asked the desk' },
      open: errorAnswer('request.not_found'),
    },
  ],
  placeMatterHolds: [
    {
      params: { matter_reference: 'Unknown' },
      body: { payload_references: [unknownReference] },
      open: errorAnswer('request.not_found'),
    },
  ],
  releaseMatterHolds: [
    {
      params: { matter_reference: 'Unknown' },
      body: { payload_references: [unknownReference] },
      open: errorAnswer('request.not_found'),
    },
  ],
  listReviewQueues: [{ open: ok }],
  createReviewQueue: [
    {
      about: 'of nothing',
      body: {
        name: 'Weekly',
        filter: { date_to: '2001-01-01' },
        sample: null,
        reviewers: ['nobody'],
        due_on: null,
        second_review_percent: 0,
      },
      open: errorAnswer('review_queue.nothing_to_review'),
    },
  ],
  previewReviewQueue: [
    {
      about: 'of nothing',
      body: { filter: { date_to: '2001-01-01' }, sample: null, reviewers: [], second_review_percent: 0 },
      open: ok,
    },
  ],
  getReviewQueue: [{ params: unknownQueue, open: errorAnswer('request.not_found') }],
  listReviewDraws: [{ params: unknownQueue, open: errorAnswer('request.not_found') }],
  listReviewItems: [{ params: unknownQueue, open: errorAnswer('request.not_found') }],
  assignReviews: [
    {
      params: unknownQueue,
      body: { payload_references: [deskFixture.payload_reference] },
      open: errorAnswer('request.not_found'),
    },
  ],
  reassignReviews: [
    { params: unknownQueue, body: { from: 'nobody', to: ['somebody'] }, open: errorAnswer('request.not_found') },
  ],
  updateReviewQueue: [
    {
      params: unknownQueue,
      body: { name: 'Calls', due_on: null, reviewers: ['somebody'] },
      open: errorAnswer('request.not_found'),
    },
  ],
  closeReviewQueue: [{ params: unknownQueue, open: errorAnswer('request.not_found') }],
  escalateReviews: [
    {
      params: unknownQueue,
      body: { payload_references: [deskFixture.payload_reference], to: 'somebody', note: 'Look' },
      open: errorAnswer('request.not_found'),
    },
  ],
  listOwnReviews: [{ open: ok }],
  listOpenReviews: [{ query: '?user_references[]=nobody', open: ok }],
  listReviewFigures: [{ open: ok }],
  listReviewMarks: commenting('reviews:read', { open: ok }),
  withdrawReview: commenting('reviews:write', { body: { reason: 'A slip' }, open: errorAnswer('request.not_found') }),
  listMentionable: commenting('comments:write', { open: ok }),
  listPayloadComments: commenting('comments:read', { open: ok }),
  listCommentVersions: commenting('comments:read', { open: errorAnswer('request.not_found') }),
  // An invalid body is refused before the permission to comment is checked.
  createComment: [
    { params: { payload_reference: interview }, body: { message: ' ' }, open: errorAnswer('request.invalid') },
  ],
  commentOnPayloads: eachOfBatch('comments:write', { body: { message: 'Heard' }, open: [200, 'commented'] }),
  putComment: commenting('comments:write', { body: { message: 'Heard' }, open: errorAnswer('request.not_found') }),
  closeComment: commenting('comments:delete', { open: errorAnswer('request.not_found') }),
  getPayloadData: [...content('play'), ...content('download')],
  getData: [...contentOfMany('play'), ...contentOfMany('download')],
  createDownload: recordings.map((recording) => ({
    ...contentOf('download', recording),
    body: { payload_references: [recording.payload_reference] },
  })),
  listConversations: [{ open: ok }],
  getSnippets: snippets,
  getConversation: conversations,
  listPayloadAccess: ofRecordings('request.not_found'),
  createExport: [
    {
      about: 'the roles',
      body: { list: 'listRoles', format: 'csv' },
      open: ok,
      needs: [{ action: 'roles:read', verdict: 'refused', refused: errorAnswer('auth.forbidden') }],
    },
  ],
} as const satisfies RequestDefinitions

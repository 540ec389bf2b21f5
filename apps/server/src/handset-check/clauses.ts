/** What a handset must do, as docs/device-calls.md names it in 'Clauses that are checked'. */
export interface Clause {
  /** The anchor of the section of docs/device-calls.md that says it. */
  section: string
  text: string
  /** Only some handsets come to it, so a run is complete without it. */
  optional?: true
}

/** The names are stable: handset teams and their tools refer to them. */
export const clauses = {
  'requests.fields': { section: 'requests-and-answers', text: 'Every request is as its schema says' },
  'requests.unknown-fields': { section: 'requests-and-answers', text: 'No request has a field that is not known' },
  'requests.headers': {
    section: 'requests-and-answers',
    text: 'JSON has Content-Type: application/json and is not compressed',
  },
  'requests.addresses': { section: 'requests-and-answers', text: 'Only calls that exist are made' },
  'requests.times': { section: 'requests-and-answers', text: 'Times are UTC, and not in the future' },
  'waits.retry-after': {
    section: 'errors-of-every-call',
    text: 'After 429 and 503 it waits as long as Retry-After says, and makes the same call again',
  },
  'waits.back-off': { section: 'errors-of-every-call', text: 'It waits longer and longer while the server fails' },
  'auth.renew': { section: 'errors-of-every-call', text: 'After 401 it authenticates, and makes the same call again' },
  'verify.code': {
    section: 'post-verify',
    text: 'The code opens with the enrolment secret, for this client and serial number',
  },
  'verify.new-code': { section: 'post-verify', text: 'Each authentication has a new code, also after a lost answer' },
  'verify.server-time': {
    section: 'post-verify',
    text: 'After verify.stale the next code has the time of the Date header',
  },
  'verify.installation': { section: 'what-a-handset-needs-to-begin', text: 'installation_id stays the same' },
  'configuration.fetched': { section: 'get-configuration', text: 'It is fetched after every authentication' },
  'configuration.new-key': {
    section: 'post-payloads',
    text: 'When an answer names another key, the configuration is fetched before anything else',
  },
  'configuration.limits': { section: 'get-configuration', text: 'The limits of the configuration are kept' },
  'configuration.unchanged': {
    section: 'get-configuration',
    text: 'After 304 it goes on with what it has',
    optional: true,
  },
  'sequence.gapless': {
    section: 'sequence-numbers',
    text: 'Sequence numbers begin with next_sequence, and none is skipped',
  },
  'sequence.once': { section: 'sequence-numbers', text: 'No sequence number is used twice' },
  'payloads.reference': {
    section: 'post-payloads',
    text: 'A payload_reference stands for one recording, of which only the seal may change',
  },
  'payloads.repeated': { section: 'order-of-things', text: 'A registration whose answer was lost is sent again' },
  'sealing.checksum': { section: 'post-payloads', text: 'checksum and size are those of the sealed object' },
  'sealing.opens': { section: 'post-payloads', text: 'The sealed object opens with what was registered' },
  'sealing.new-data-key': { section: 'post-payloads', text: 'Each recording has a data key of its own' },
  'sealing.current-key': {
    section: 'get-configuration',
    text: 'New recordings are sealed to the key of the configuration',
  },
  'content.message': { section: 'a-message', text: 'The content of a message is as its schema says', optional: true },
  'upload.headers': { section: 'uploading', text: 'A part has Content-Length, Upload-Offset and Content-Digest' },
  'upload.digest': { section: 'uploading', text: 'Content-Digest is that of the part' },
  'upload.resumed': { section: 'uploading', text: 'A part that broke off is sent again' },
  'upload.offset': { section: 'uploading', text: 'After upload.wrong_offset it goes on from Upload-Offset' },
  'upload.complete': { section: 'uploading', text: 'Everything that was registered is uploaded whole' },
  'statuses.asked': { section: 'post-payloadsstatuses', text: 'It asks for the status until that is processed' },
  'statuses.pace': { section: 'post-payloadsstatuses', text: 'It asks about the same recording not at once again' },
  'copy.kept': {
    section: 'post-payloadsstatuses',
    text: 'The copy is kept until processed: a failed recording is uploaded again',
  },
  'reports.repeated': {
    section: 'order-of-things',
    text: 'Logs, positions and telemetry whose answer was lost are sent again',
    optional: true,
  },
  'reports.identity': {
    section: 'post-logs',
    text: 'log_id and gps_reference stand for one line or position',
    optional: true,
  },
  'commands.acknowledged': { section: 'commands', text: 'A command is acknowledged before it is completed' },
  'commands.answered': { section: 'commands', text: 'Every command that was fetched is completed or failed' },
  'commands.once': { section: 'commands', text: 'A command is not done twice when the answer to its report was lost' },
  'blocked.silent': {
    section: 'blocked',
    text: 'A blocked handset sends nothing, and authenticates at most once an hour',
    optional: true,
  },
  'reset.pauses': {
    section: 'two-handsets-with-one-serial-number',
    text: 'After a FactoryReset that it has not had, it authenticates at most once an hour',
    optional: true,
  },
} as const satisfies Record<string, Clause>

export type ClauseId = keyof typeof clauses
export const clauseIds = Object.keys(clauses) as ClauseId[]

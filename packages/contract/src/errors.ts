import { disclosingNounErrors, nounErrors } from './nouns/index.ts'

/**
 * The product's error codes with HTTP status and message. `{names}` are replaced from the error's details. An error is sent as
 * `{ error_code, message, code }`: `error_code` is the HTTP integer of the specification (rules-and-calls section 8), `code`
 * is one of these keys.
 */
export const errors = {
  'request.malformed': [400, 'The request could not be read: {reason}'],
  'request.invalid': [400, 'Some fields need attention'],
  'request.incomplete': [400, 'The connection ended before the request was whole'],
  'request.headers_too_large': [
    431,
    'The address and the headers of the request are too large; fewer filter values make it shorter',
  ],
  'request.expectation_failed': [417, 'This expectation cannot be met'],
  'request.too_large': [413, 'The request is larger than {limit_bytes} bytes'],
  'request.too_many_values': [413, 'The request holds too many values; send less at once'],
  'request.timeout': [408, 'The request took too long to arrive'],
  'request.not_found': [404, 'Data not found'],
  'request.unknown_call': [404, 'Cannot find metadata'],
  'request.method_not_allowed': [405, 'This address does not take {method}'],
  'request.rate_limited': [429, 'Too many requests; try again in {retry_after_s} s'],
  'list.bad_last_key': [400, 'last_key is not one that this list gave'],
  'auth.required': [401, 'Authentication expired'],
  'auth.bad_token': [401, 'Authentication expired'],
  'auth.bad_support_prefix': [401, 'The support access prefix is not valid'],
  'auth.exchange_failed': [401, 'The sign-in code could not be exchanged'],
  'auth.other_host': [403, 'This account is not served at this address'],
  'auth.forbidden': [403, 'You do not have permission to do this'],
  'auth.address_not_allowed': [403, 'This is not allowed from your network address'],
  'auth.terms_required': [403, 'The current terms must be accepted first'],
  'auth.inactive': [401, 'Authentication expired'],
  'terms.version_superseded': [409, 'These terms were replaced by a newer version'],
  'verify.refused': [401, 'The device could not be verified'],
  'verify.client_needed': [400, 'The account does not follow from the rest of the request. Name it in client'],
  'verify.stale': [401, 'The enrolment code is too old or from the future; check the clock of the device'],
  'verify.replayed': [409, 'The enrolment code was used before'],
  'device.exists': [409, 'This device is known already'],
  'device_user.unknown': [409, 'Nobody active has this device_user_reference'],
  'device.deactivated': [403, 'This device is deactivated'],
  'device.blocked': [403, 'This device is blocked'],
  'device.service_off': [409, 'The service {service} of this device is off'],
  'device.not_blocked': [409, 'This device is not blocked'],
  'device.is_deactivated': [409, 'This device is deactivated already'],
  'device.is_removed': [409, 'This device was removed'],
  'device.serial_not_shared': [409, 'It was dismissed already that two handsets share this serial number'],
  'device.unknown_user': [409, 'No active device user is known for this device'],
  'device_user.exists': [409, 'A device user with this reference exists already'],
  'device_user.is_offboarded': [409, 'This person is offboarded already'],
  'carrier_import.too_large': [413, 'A file can have at most {limit_bytes} bytes; split it'],
  'carrier_import.too_many_rows': [413, 'A file can have at most {limit} rows; split it'],
  'carrier_import.empty': [400, 'The file is empty'],
  'carrier_import.not_text': [
    400,
    'The file is no text: it may be a spreadsheet, an archive, or UTF-16 without a byte order mark. Save it as CSV in UTF-8',
  ],
  'carrier_import.too_many_at_once': [
    429,
    'Several files of this account are being read; wait until one has been read',
  ],
  'carrier_import.not_uploaded': [409, 'This file is imported already, or was removed'],
  'carrier_import.undone_already': [409, 'This import was undone already'],
  'carrier_import.unknown_column': [400, 'The file has no column {column}'],
  'carrier_import.wrong_mapping': [400, 'There is no such {what}'],
  'carrier_record.no_exception': [409, 'Only records that are missing or differ are signed off'],
  'device_user.not_active': [409, 'This person is offboarded; bring them back first'],
  'device_user.repeated': [409, 'This person is in another row, too'],
  'enrolment_secret.has_former': [409, 'The former enrolment secret is still valid; end it first'],
  'one_time_code.refused': [401, 'The code is wrong, expired or was used before'],
  'completeness.gap_closed': [409, 'All recordings of this gap have arrived'],
  'completeness.not_explained': [409, 'Nobody has explained this gap'],
  'completeness.month_not_over': [409, 'A month can be stated once it is over in UTC'],
  'completeness.stated_often': [
    429,
    'This group and month was stated {limit} times within a day; use the latest, or state it tomorrow',
  ],
  'completeness.too_many_statements': [429, 'Several of your statements are being made; wait until one is made'],
  'completeness.one_scope': [400, 'Name one group, one person or one device, not several'],
  'payload.not_found': [404, 'Data not found'],
  'payload.conflict': [409, 'This payload_reference was registered with other content'],
  'payload.sequence_conflict': [409, 'This sequence number belongs to another payload'],
  'payload.unknown_key': [409, 'key_id {key_id} is not a key of this account'],
  'payload.illegal_transition': [409, 'A payload that is {from} cannot become {to}'],
  'payload.checksum_mismatch': [409, 'The bytes that arrived do not match checksum'],
  'payload.size_mismatch': [409, 'The bytes that arrived do not match the registered size'],
  'payload.type_not_allowed': [409, 'This device is not set up to record {payload_type}'],
  'payload.not_uploadable': [409, 'A payload that is {state} takes no bytes'],
  'upload.wrong_offset': [409, 'The upload continues at offset {offset}'],
  'upload.digest_mismatch': [400, 'The bytes of this part do not match Content-Digest'],
  'upload.length_required': [411, 'Content-Length is required'],
  'playback.expired': [403, 'This playback address has expired'],
  'playback.reason_required': [403, 'This account opens content only with a reason'],
  'playback.reason_not_listed': [400, 'This account opens content only with a reason of its list'],
  'playback.range_not_satisfiable': [416, 'The range lies outside the content'],
  'playback.nothing_played': [400, 'No reported range lies within what was sent of the recording'],
  'playback.longer_than_elapsed': [400, 'More was reported than can have been played since it was first sent'],
  // 410 rather than a server error: those invite a retry, which would change nothing.
  'part.not_made': [404, 'This was not made from the recording'],
  'part.being_made': [202, 'This is still being made from the recording'],
  'playback.damaged': [410, 'The stored copy of this recording is damaged or missing'],
  'verification.no_content': [409, 'There is no processed content of this recording that could be verified'],
  'verification.personal': [403, 'Nobody opens the content of recordings with a personal number'],
  'verification.running': [409, 'This recording is being verified already'],
  'verification.too_soon': [429, 'This recording was verified a moment ago; try again in a minute'],
  'verification.too_many': [429, 'You have asked for the verification of many recordings; wait until one has ended'],
  'payload.not_amendable': [409, 'Only notes of interviews and names of parties of the recording can be corrected'],
  'payload.personal_number': [409, 'This recording is with a personal number of the device user'],
  'payload.not_deleted': [409, 'This recording is not deleted'],
  'payload.not_quarantined': [409, 'Only quarantined recordings can be scanned again'],
  'payload.on_hold': [409, 'This recording is on legal hold'],
  'payload.not_deletable': [409, 'Recordings that are on their way, or were destroyed, cannot be deleted'],
  'receipt.no_content': [409, 'Only the receipt of processed recordings can be confirmed'],
  'receipt.personal': [403, 'Nobody receives the content of recordings with a personal number'],
  'review.not_processed': [
    409,
    'Only processed recordings, and calls that were not recorded, can be marked as reviewed',
  ],
  'review.not_opened': [409, 'The queue asks to play or view this recording before it is marked'],
  'review.unknown_disposition': [409, 'This disposition is not one of the account'],
  'review.note_required': [409, 'This disposition needs a note'],
  'review.not_own': [403, 'Only whoever made this mark can withdraw it'],
  'review.already_withdrawn': [409, 'This mark was withdrawn already'],
  'review.not_latest': [409, 'Only the latest mark of a recording can be withdrawn'],
  'review.too_late': [409, 'A mark can be withdrawn for a day; mark the recording again instead'],
  'review.repeated_disposition': [409, 'Two dispositions have the same name'],
  'review_queue.nothing_to_review': [409, 'There is nothing to review: no processed recording matches the filter'],
  'review_queue.too_many': [409, 'These are more than {limit} recordings; narrow the filter, or draw a smaller sample'],
  'review_queue.too_many_repeating': [
    409,
    'An account has at most {most} review queues that repeat; close one, or end its draws, first',
  ],
  'review_queue.unknown_reviewer': [409, '{person} is not an active person of this account'],
  'review_queue.needs_two': [409, 'A second review needs at least two reviewers'],
  'review_queue.bad_sample': [409, 'A sample has either a percentage or a number'],
  'review_queue.nobody_may_review': [409, 'None of these reviewers may open and review the recordings'],
  'review_queue.nobody_may_play': [
    409,
    'These reviewers may mark the recordings as reviewed, but none of them may open them: a role has to let them play or download the content',
  ],
  'review_queue.nobody_may_download': [
    409,
    'These reviewers may mark the diagnostics as reviewed, but none of them may open them: a role has to let them download the content',
  ],
  'review_queue.colleague_may_not': [409, 'This colleague may not open and review this recording'],
  'review_queue.closed': [409, 'This review queue is closed'],
  'review_queue.not_assigned': [403, 'This recording is assigned to somebody else'],
  'review_queue.already_reviewed': [409, 'This recording was reviewed or withdrawn already'],
  'support_access.illegal_transition': [409, 'A support access request that is {from} cannot become {to}'],
  'command.message_needed': [409, 'An SMS auto response needs its message'],
  'command.no_message': [409, 'Only an SMS auto response has a message'],
  'command.device_blocked': [409, 'This device is blocked and gets no commands'],
  'command.device_removed': [409, 'This device was removed and gets no commands'],
  'command.too_many': [409, 'This device has not answered {limit} commands yet'],
  'command.illegal_transition': [409, 'A command that is {from} cannot become {to}'],
  'comment.closed': [409, 'This comment was deleted'],
  'comment.cannot_mention': [400, '{person} can’t be mentioned: no active person of that name may read this recording'],
  'comment.not_own': [403, 'Only the author of a comment can change it'],
  'notification.bad_time_zone': [400, 'This is not a time zone that the product knows'],
  'notification.no_email': [409, 'E-mail is not set up, or you have no e-mail address'],
  'search.off': [409, 'Searching words is turned off for this account'],
  'search.unreadable': [400, 'This search cannot be carried out: {reason}'],
  'word_index.being_rebuilt': [409, 'The word index is being built already'],
  'word_index.being_removed': [409, 'The word index is being removed; try again when that is done'],
  'edit.conflict': [409, 'Somebody else has changed this meanwhile'],
  'access.exceeds_own': [403, 'You cannot grant what you could not do yourself'],
  'access.ends_sooner': [403, 'You can do this only for a time yourself, so you cannot grant it beyond that'],
  'access.opens_to_others': [
    409,
    'This gives access that you could not grant (people or apps: {beyond_own_total}). Confirm that you mean it',
  ],
  'access.needs_second_person': [
    409,
    'This gives access to the content of recordings, which a second person has to approve: send it for approval',
  ],
  'access.not_known_then': [400, 'Who had access is known from {since} until now: what applied before was not kept'],
  'access_review.unknown_owner': [409, 'The owner is not an active person of this account'],
  'access_review.not_own': [403, 'Only the owner of the review and account administrators decide'],
  'access_review.finished': [409, 'This review is finished'],
  'access_review.decided': [409, 'Somebody has decided on this row already'],
  'access_review.own': [409, 'Somebody else decides on your own access'],
  'access_review.needs_rows': [400, 'Say which rows are revoked'],
  'group.in_use': [409, 'The group still has {holders}'],
  'group.tags_invalid': [409, 'The tags do not agree with their definitions'],
  'group.unknown': [409, 'The group {group} does not exist'],
  'tag.breaks_groups': [409, 'Groups have tags that this would break'],
  'role.in_use': [409, 'The role is still used by {holders}'],
  'role.system': [409, 'System roles cannot be changed'],
  'role.looks_like_system': [409, 'This name could be taken for the system role {role}; choose another'],
  'role.unknown': [409, 'The role {role} does not exist'],
  'role.would_lock_out': [409, 'You could no longer change roles, nor take this back; somebody else has to save it'],
  'role.test_cases_fail': [409, 'Test cases that are kept with the role fail: {total}'],
  'account.would_lock_out': [409, 'Your own address {address} would be shut out; confirm with the account identifier'],
  'account.would_lose_role': [409, 'You have {role} by default and would lose it; confirm with the account identifier'],
  'account.nobody_to_approve': [
    409,
    'Nobody else may change the account settings and see roles, not counting roles for a time. Your identity provider has to give somebody such a role first',
  ],
  'account.needs_second_person': [409, 'A second person has to approve that this is turned off: send it for approval'],
  'account.nothing_to_confirm': [409, 'No network ranges wait to be confirmed'],
  'portal_user.is_removed': [409, 'This person was removed; let them back in first'],
  'role_draft.own': [409, 'Somebody else decides on what you sent for approval'],
  'role_draft.not_own': [403, 'Only whoever sent this for approval can withdraw it'],
  'role_draft.is_waiting': [409, 'You have already sent the same change for approval; it waits for a decision'],
  'role_draft.last_approver': [409, 'Nobody else can approve changes that wait for approval (changes: {total})'],
  'role_draft.is_decided': [409, 'This was decided already'],
  'role_draft.author_lost_rights': [409, 'Whoever sent this for approval may no longer make this change'],
  'role_draft.too_many': [409, 'Too many changes wait for a decision; decide on some of them first'],
  'access_request.is_allowed': [409, 'You can do this already'],
  'access_request.is_waiting': [409, 'You have asked for this already; it waits for a decision'],
  'access_request.too_many': [409, 'Too many of your requests wait for a decision; withdraw one first'],
  'access_request.own': [403, 'Nobody decides on their own request'],
  'access_request.not_own': [403, 'Only whoever made a request can withdraw it'],
  'access_request.is_decided': [409, 'This was decided, withdrawn or has expired'],
  'access_request.is_gone': [409, 'The group or recording that was asked for is gone; only rejecting is possible'],
  'access_request.other_role': [409, 'This role does not give what was asked for'],
  'access_request.end_out_of_range': [400, 'The end must be in the future, and not later than was asked for'],
  'role_assignment.end_out_of_range': [400, 'The end must be in the future, and at most a year away'],
  'portal_user.is_oneself': [409, 'Nobody removes themselves; ask another administrator'],
  'saved_view.not_own': [403, 'Only the owner of a saved view can change it'],
  'saved_view.role_not_own': [403, 'A view can be shared only with a role that you have yourself'],
  'saved_view.too_many': [409, 'You have {limit} saved views, the most possible; delete one first'],
  'saved_view.role_full': [409, '{limit} views are shared with this role, the most possible; delete one first'],
  'saved_view.too_large': [400, 'The view has too many filters to be saved'],
  'download.expired': [403, 'This address of a download was used or has expired; download the recordings again'],
  'export.expired': [403, 'This address of an export was used or has expired; export the list again'],
  'download.too_many': [429, 'Several of your downloads are running; wait until one has ended'],
  'export.too_many_rows': [409, 'An Excel sheet has room for 1,048,575 rows; narrow the filter, or export CSV'],
  'export.too_many': [429, 'Several of your exports are running; wait until one has ended'],
  'client.exists': [409, 'An account of this name exists already'],
  'support_access.expiry_out_of_range': [409, 'Support access ends within 24 hours'],
  'support_access.own_request': [403, 'Nobody decides on their own request'],
  'server.dependency_down': [503, '{part} is not available; try again shortly'],
  'server.not_ready': [503, 'The service is starting; try again shortly'],
  'server.busy': [503, 'The server is busy; try again shortly'],
  'server.internal': [500, 'Internal Server Error'],
  ...nounErrors,
} as const satisfies Record<`${string}.${string}`, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors

export interface ValidationProblem {
  /** JSON pointer into the input, beginning with `params`, `query` or `body`, e.g. `/body/email`. */
  path: string
  keyword: string
  params: Record<string, unknown>
  message: string
}

/** Errors that are sent with their details: what prevents the request, or until when, so that a person can see it. */
const disclosing: ReadonlySet<ErrorCode> = new Set([
  'access.exceeds_own',
  'access.needs_second_person',
  'access.not_known_then',
  'access.opens_to_others',
  'edit.conflict',
  'group.in_use',
  'group.tags_invalid',
  'matter.unknown_person',
  'report.unknown_recipient',
  'tag.breaks_groups',
  'role.in_use',
  'role.looks_like_system',
  'role.test_cases_fail',
  'role_draft.last_approver',
  'account.would_lock_out',
  'search.unreadable',
  'saved_view.too_many',
  'saved_view.role_full',
  'part.not_made',
  'command.too_many',
  'comment.cannot_mention',
  'completeness.stated_often',
  'carrier_import.too_large',
  'carrier_import.too_many_rows',
  'carrier_import.unknown_column',
  'carrier_import.wrong_mapping',
  'review_queue.too_many',
  'review_queue.too_many_repeating',
  'review_queue.unknown_reviewer',
  ...disclosingNounErrors,
])

/** A refusal that is reported to the caller: a documented code, never a stack trace. */
export class ProductError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>
  readonly problems: readonly ValidationProblem[]

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, problems: readonly ValidationProblem[] = []) {
    super(fillIn(errors[code][1], details))
    this.name = 'ProductError'
    this.code = code
    this.details = details
    this.problems = problems
  }

  get status(): number {
    return errors[this.code][0]
  }
}

/** What a caller sent can be as long as a body: a message has its beginning. */
const maxValueCharacters = 255

const fillIn = (message: string, details: Record<string, unknown>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(details[name] ?? name)
    return value.length > maxValueCharacters ? `${value.slice(0, maxValueCharacters)}…` : value
  })

/** The body of every refused request (specification: rules-and-calls section 8). */
export interface ErrorRecord {
  /** HTTP status as an integer. */
  error_code: number
  message: string
  code: ErrorCode
  errors?: readonly ValidationProblem[]
  details?: Readonly<Record<string, unknown>>
}

export const errorRecord = (error: ProductError): ErrorRecord => ({
  error_code: error.status,
  message: error.message,
  code: error.code,
  ...(error.problems.length > 0 ? { errors: error.problems } : {}),
  ...(disclosing.has(error.code) && Object.keys(error.details).length > 0 ? { details: error.details } : {}),
})

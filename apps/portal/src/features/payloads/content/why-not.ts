import type { Payload, PayloadDataStatus, PayloadState, UserProfile } from '@holdfast/contract'
import { lacksImport } from '@holdfast/words'
import type { MessageId, TextValues } from '../../../shared/i18n/text.ts'

/** Why there is nothing to play: a title and a sentence. */
export interface WhyNot {
  title: MessageId
  body: MessageId
  values?: TextValues
  /** The reason that the server gave: a code of `failureText`, or words that are shown as they are. */
  reason?: string
  /** No role of the person allows it: they can request access. */
  isNotPermitted?: true
  /** Trying again may help. */
  mayPass?: true
  /** Set when 'Try again' should first have the parts of the recording made again: its playback address. */
  remake?: string
}

const reasonsOfState: Partial<Record<PayloadState, WhyNot>> = {
  NotRecorded: { title: 'why.not_recorded_title', body: 'why.not_recorded' },
  Recorded: { title: 'why.recorded_title', body: 'why.recorded' },
  Uploaded: { title: 'why.uploaded_title', body: 'why.uploaded' },
  Scanning: { title: 'why.uploaded_title', body: 'why.uploaded' },
  Failed: { title: 'why.failed_title', body: 'why.failed' },
  Quarantined: { title: 'why.quarantined_title', body: 'why.quarantined' },
  NotRecoverable: { title: 'why.not_recoverable_title', body: 'why.not_recoverable' },
  Deleted: { title: 'why.deleted_title', body: 'why.deleted' },
  Destroyed: { title: 'why.destroyed_title', body: 'why.destroyed' },
}

const failedBodies: Partial<Record<string, MessageId>> = {
  checksum: 'why.failed_damaged',
  missing: 'why.failed_missing',
  ended_workers: 'why.failed_processing',
}

/** Why a recording is Failed. The other failures are those of an envelope, which arrived as the device sealed it. */
export const whyFailed = (failure: string | null): MessageId => failedBodies[failure ?? ''] ?? 'why.failed'

type Stated = Pick<Payload, 'payload_state' | 'failure'> & Partial<Pick<Payload, 'is_legacy'>>

const reasonOfState = (payload: Stated): WhyNot | undefined => {
  if (lacksImport(payload)) return { title: 'why.not_imported_title', body: 'why.not_imported' }
  const { payload_state, failure } = payload
  const reason = reasonsOfState[payload_state]
  if (!reason || !failure) return reason
  return { ...reason, ...(payload_state === 'Failed' && { body: whyFailed(failure) }), reason: failure }
}

/** Reasons that are known before requesting content, from the recording's state and the person's profile. */
export const whyNotToAsk = (
  payload: Pick<Payload, 'is_personal_number' | 'payload_state' | 'failure'> &
    Partial<Pick<Payload, 'amendments' | 'is_legacy'>>,
  profile: Pick<UserProfile, 'actions'>,
  action: 'payloads:play' | 'payloads:download' = 'payloads:play',
): WhyNot | null => {
  if (payload.is_personal_number) {
    return {
      title: payload.amendments?.personal ? 'why.marked_personal_title' : 'why.personal_title',
      body: 'why.personal',
    }
  }
  const reason = reasonOfState(payload)
  if (reason) return reason
  if (!profile.actions.includes(action)) {
    return { title: 'why.not_permitted_title', body: 'why.not_permitted', isNotPermitted: true }
  }
  return null
}

/** The reason in a response of `GET data` without content (PayloadDataStatus, rules-and-calls section 4). */
export const whyNotAnswered = (status: Exclude<PayloadDataStatus, 'Ok'>, group: string, kind: string): WhyNot => {
  switch (status) {
    case 'NoS3Url':
      return { title: 'why.no_url_title', body: 'why.no_url' }
    case 'NoMatchingRecord':
      return { title: 'why.no_record_title', body: 'why.no_record' }
    case 'GroupNotAuthorised':
      return {
        title: 'why.not_permitted_group_title',
        body: 'why.not_permitted_group',
        values: { group },
        isNotPermitted: true,
      }
    case 'TypeNotAuthorised':
      return {
        title: 'why.not_permitted_type_title',
        body: 'why.not_permitted_type',
        values: { kind },
        isNotPermitted: true,
      }
    case 'Personal':
      return { title: 'why.personal_title', body: 'why.personal' }
  }
}

import type { MessageId, TextValues } from '../i18n/text.ts'

type Translate = (id: MessageId, values?: TextValues) => string

/** Noun by the first segment of a call's path. */
const nouns: Readonly<Record<string, MessageId>> = {
  access: 'noun.access',
  activities: 'noun.activities',
  apps: 'noun.apps',
  clients: 'noun.clients',
  dashboard: 'noun.dashboard',
  defaults: 'noun.defaults',
  device_configuration: 'noun.device_configuration',
  device_activities: 'noun.activities',
  device_users: 'noun.users',
  devices: 'noun.devices',
  groups: 'noun.groups',
  payloads: 'noun.payloads',
  portal_config: 'noun.portal_config',
  portal_users: 'noun.portal_users',
  public_keys: 'noun.public_keys',
  roles: 'noun.roles',
  staff: 'noun.portal_users',
  supportaccess: 'noun.supportaccess',
  tags: 'noun.tags',
  terms: 'noun.terms',
  users: 'noun.users',
}

const verbs: Readonly<Record<string, MessageId>> = {
  GET: 'did.read',
  POST: 'did.created',
  PUT: 'did.changed',
  DELETE: 'did.deleted',
}

/** Calls whose method says too little. */
const special: Readonly<Record<string, MessageId>> = {
  'DELETE /clients/{client}/supportaccess/{request_reference}': 'did.withdrew_support',
  'GET /account/metadata': 'did.looked_up_sign_in',
  'GET /comments': 'did.read_comments',
  'GET /events': 'did.followed',
  'GET /exchange': 'did.signed_in',
  'GET /media/{ticket}': 'did.fetched_content',
  'GET /payloads/{payload_reference}/comments': 'did.read_comments',
  'GET /payloads/{payload_reference}/comments/{comment_id}/versions': 'did.read_comments',
  'POST /payloads/{payload_reference}/comments': 'did.commented',
  'PUT /payloads/{payload_reference}/comments/{comment_id}': 'did.changed_comment',
  'DELETE /payloads/{payload_reference}/comments/{comment_id}': 'did.deleted_comment',
  'GET /payloads/{payload_reference}/data': 'did.opened_content',
  'GET /profile': 'did.read_profile',
  'GET /url': 'did.began_sign_in',
  'PUT /devices/{device_reference}/block': 'did.blocked_device',
  'DELETE /devices/{device_reference}/block': 'did.unblocked_device',
  'DELETE /portal_users/{user_reference}': 'did.removed_person',
  'DELETE /portal_users/{user_reference}/sessions': 'did.signed_person_out',
  'POST /portal_users/{user_reference}/restore': 'did.let_person_in',
  'POST /account/defaults/confirmation': 'did.confirmed_limit',
  'POST /account/defaults/preview': 'did.previewed_limit',
  'POST /clients/{client}/supportaccess': 'did.asked_support',
  'POST /groups/{group_reference}/preview': 'did.previewed_tags',
  'POST /public_keys/{client}/rotation': 'did.replaced_key',
  'POST /roles/{role_reference}/preview': 'did.previewed_role',
  'POST /tags/{tag_key}/preview': 'did.previewed_tags',
  'PUT /supportaccess/{request_reference}': 'did.decided_support',
  'POST /support_mode': 'did.entered_support',
  'DELETE /support_mode': 'did.left_support',
  'POST /session/sign_out': 'did.signed_out',
  'POST /terms/acceptance': 'did.accepted_terms',
}

/**
 * A call on the trail in words, such as 'Viewed recordings' for `GET /payloads`. The call itself when there are
 * none.
 */
export const actionInWords = (action: string, t: Translate): string => {
  const whole = special[action]
  if (whole) return t(whole)
  const [method = '', path = ''] = action.split(' ')
  const noun = nouns[subjectOf(path)]
  const verb = verbs[method]
  return noun && verb ? t(verb, { what: t(noun) }) : action
}

/** `/account/apps` is about apps; `/clients/{client}/roles` is about roles. */
const subjectOf = (path: string): string => {
  const [first = '', second = '', third] = path.split('/').slice(1)
  if (first === 'account') return second
  return first === 'clients' && third !== undefined ? third : first
}

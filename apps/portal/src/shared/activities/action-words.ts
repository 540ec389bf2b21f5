import type { MessageId, TextValues } from '../i18n/text.ts'

type Translate = (id: MessageId, values?: TextValues) => string

/** What the first step of a call's path is about. */
const nouns: Readonly<Record<string, MessageId>> = {
  access: 'noun.access',
  activities: 'noun.activities',
  apps: 'noun.apps',
  clients: 'noun.clients',
  dashboard: 'noun.dashboard',
  defaults: 'noun.defaults',
  device_activities: 'noun.activities',
  device_users: 'noun.users',
  devices: 'noun.devices',
  events: 'noun.events',
  groups: 'noun.groups',
  payloads: 'noun.payloads',
  portal_users: 'noun.portal_users',
  profile: 'noun.profile',
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

/** Calls that say more than their method does. */
const special: Readonly<Record<string, MessageId>> = {
  'GET /payloads/{payload_reference}/data': 'did.opened_content',
  'POST /support_mode': 'did.entered_support',
  'DELETE /support_mode': 'did.left_support',
  'POST /session/sign_out': 'did.signed_out',
  'POST /terms/acceptance': 'did.accepted_terms',
}

/** A call of the trail in words, e.g. `GET /payloads` as 'Looked at recordings'; the call itself when it has none. */
export const actionInWords = (action: string, t: Translate): string => {
  const whole = special[action]
  if (whole) return t(whole)
  const [method = '', path = ''] = action.split(' ')
  const [first = '', second = ''] = path.split('/').slice(1)
  const noun = nouns[first === 'account' ? second : first]
  const verb = verbs[method]
  return noun && verb ? t(verb, { what: t(noun) }) : action
}

import { auditEvents, type CallDeclaration, calls, eventFacts, portalReads } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { actionInWords, eventInWords, factTitle } from '../src/activities/action-words.ts'
import { messages } from '../src/en-gb/index.ts'

const texts: Readonly<Record<string, string>> = messages
const inEnglish = (id: string, values: Readonly<Record<string, unknown>> = {}): string | undefined =>
  texts[id]?.replace('{what}', String(values.what))

const actions = Object.values(calls).map(({ method, path }) => `${method} ${path}`)

test.each(actions)('%s has words', (action) => {
  expect(actionInWords({ action }, inEnglish)).not.toContain('/')
})

test('all words are those of a call', () => {
  const withWords = Object.keys(texts).filter((id) => /^did\..* /.test(id))
  const others = ['POST /identity', 'POST /identity/backchannel_logout']
  const isOfNoCall = (action: string) => /^(COMMAND|COUNT) /.test(action) || others.includes(action)
  const named = withWords.map((id) => id.slice('did.'.length))
  expect(named.filter((action) => !isOfNoCall(action) && !actions.includes(action))).toEqual([])
})

test.each([
  ['GET /payloads', 'Viewed recordings'],
  ['GET /account/apps', 'Viewed client apps'],
  ['GET /clients/{client}/roles', 'Viewed roles'],
  ['POST /clients', 'Created a customer'],
  ['GET /payloads/{payload_reference}', 'Viewed the details of a recording'],
  ['GET /devices/{device_reference}', 'Viewed a device'],
  ['PUT /groups/{group_reference}', 'Changed a group'],
  ['PUT /devices/{device_reference}/block', 'Blocked a device'],
  ['DELETE /devices/{device_reference}/block', 'Lifted the block of a device'],
  ['POST /roles/{role_reference}/preview', 'Previewed a role'],
])('%s is %s', (action, words) => {
  expect(actionInWords({ action }, inEnglish)).toBe(words)
})

test.each([
  ['GET /media/{ticket}', 'payload.played', 'Began to play a recording'],
  ['GET /media/{ticket}', 'payload.viewed', 'Viewed a recording'],
  ['GET /exchange', 'session.signed_in', 'Signed in'],
  ['GET /exchange', 'session.renewed', 'Renewed the session'],
  ['GET /payloads', 'messages.searched', 'Searched for words'],
  ['PUT /roles/{role_reference}', 'role.created', 'Created a role'],
  ['PUT /roles/{role_reference}', 'role.updated', 'Changed a role'],
  ['PUT /supportaccess/{request_reference}', 'support_access.rejected', 'Rejected support access'],
])('%s with %s is %s', (action, event, words) => {
  expect(actionInWords({ action, event }, inEnglish)).toBe(words)
})

test('what was decided in an access review is said by its own words, also on former entries', () => {
  const decided = { action: 'POST /access_reviews/{review_reference}/decisions', event: 'access_review.decided' }
  expect(actionInWords({ ...decided, brief: { facts: { decision: 'revoked' } } }, inEnglish)).toBe(
    'Revoked access to a group',
  )
  expect(actionInWords(decided, inEnglish)).toBe('Certified or revoked access to a group')
})

test('all words of events are those of an event', () => {
  const events = Object.keys(texts).flatMap((id) => (id.startsWith('done.') ? [id.slice('done.'.length)] : []))
  expect(events.filter((event) => !auditEvents.some((known) => known === event))).toEqual([])
})

test.each(['GET /payloads', 'GET /devices/{device_reference}/payloads'])(
  'a search of words with %s says so, refused or not',
  (action) => {
    const words = actionInWords({ action, parameters: { filter: { has_words: true } } }, inEnglish)
    expect(words).toBe('Searched for words')
  },
)

test.each([
  ['GET /comments', 'Searched comments for words'],
  ['GET /payloads/{payload_reference}/comments', 'Searched comments for words'],
  ['GET /groups', 'Viewed groups'],
  ['POST /exports', 'Exported a list'],
])('%s with words that were searched is: %s', (action, words) => {
  const event = action === 'POST /exports' ? 'list.exported' : null
  expect(actionInWords({ action, event, parameters: { filter: { has_words: true } } }, inEnglish)).toBe(words)
})

test.each([
  ['GET /payloads', ['Call'], 'Viewed recordings (Call)'],
  ['GET /conversations', ['SMS', 'MMS'], 'Viewed conversations (SMS, MMS)'],
  ['POST /exports', ['SMS', 'MMS', 'RCS', 'Call'], 'Exported a list (SMS, MMS, RCS, …)'],
])('%s of %j is: %s', (action, payload_types, words) => {
  const event = action === 'POST /exports' ? 'list.exported' : null
  expect(actionInWords({ action, event, parameters: { filter: { payload_types } } }, inEnglish)).toBe(words)
})

test('every event has words', () => {
  expect(auditEvents.filter((event) => eventInWords(event, inEnglish) === event)).toEqual([])
})

test('every fact of an event has words', () => {
  expect(eventFacts.filter((name) => !texts[`event_fact.${name}`])).toEqual([])
})

test('a fact is called by the words of its event, if there are any', () => {
  expect(factTitle('review_queue.escalated', 'to', inEnglish)).toBe('Passed on to')
  expect(factTitle('payload.restored', 'to', inEnglish)).toBe('Now')
})

test('all words of facts for an event are those of an event and a fact', () => {
  const named = Object.keys(texts).flatMap((id) => (id.startsWith('event_fact_of.') ? [id.split('.').slice(1)] : []))
  const isKnown = ([noun, happened, fact]: string[]) =>
    auditEvents.some((event) => event === `${noun}.${happened}`) && eventFacts.some((name) => name === fact)
  expect(named.filter((one) => !isKnown(one))).toEqual([])
})

test('what the portal reads by itself are calls', () => {
  expect(portalReads.filter((call) => !actions.includes(call))).toEqual([])
})

test.each([
  ['PUT /roles/{role_reference}', 'Tried to change a role'],
  ['GET /groups', 'Tried to view groups'],
  ['POST /review_queues/{queue_reference}/escalate', 'Tried to pass on a review'],
  ['PUT /portal_users/{user_reference}/roles/{role_reference}', 'Tried to give somebody a role for a time'],
])('%s that was refused is: %s', (action, words) => {
  expect(actionInWords({ action, denial_reason: 'access.exceeds_own' }, inEnglish)).toBe(words)
})

/** Their words say that something was asked for, or what was tried. */
const onlyAsked = /^(Asked|Previewed|Searched|Reported|Tried|Viewed|Read|Looked)/

test('nothing that was refused or failed reads as done', () => {
  const changes = Object.values(calls).filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  const told = changes.map(({ method, path }) =>
    actionInWords({ action: `${method} ${path}`, denial_reason: 'auth.forbidden' }, inEnglish),
  )
  expect(told.filter((words) => !onlyAsked.test(words))).toEqual([])
})

test('every call that changes something has words of its own for when it fails', () => {
  const declared: readonly CallDeclaration[] = Object.values(calls)
  const changes = declared.flatMap(({ audit, method, path }) =>
    audit === undefined || method === 'GET' ? [] : `${method} ${path}`,
  )
  expect(changes.filter((action) => !texts[`tried.${action}`])).toEqual([])
})

test('all words of what was tried are those of a call', () => {
  const named = Object.keys(texts).flatMap((id) => (id.startsWith('tried.') ? [id.slice('tried.'.length)] : []))
  expect(named.filter((action) => action.includes(' ') && !actions.includes(action))).toEqual([])
})

test('a total that was asked for is not a list that was viewed', () => {
  const parameters = { query_result_type: 'total' }
  expect(actionInWords({ action: 'GET /groups', parameters }, inEnglish)).toBe('Counted groups')
  expect(actionInWords({ action: 'GET /groups', parameters, denial_reason: 'auth.forbidden' }, inEnglish)).toBe(
    'Tried to view groups',
  )
})

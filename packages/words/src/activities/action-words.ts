import type { BriefEvent } from '@holdfast/contract'
import type { FindText } from '../message.ts'

interface Did {
  /** The call. */
  action: string
  /** What came of it. */
  event?: string | null
  /** Why it was not done; absent or `null` when it was. */
  denial_reason?: string | null
  parameters?: Readonly<Record<string, unknown>>
  /** Its first event. */
  brief?: Pick<BriefEvent, 'facts'> | null
}

const hasWords = (fields: unknown): boolean => typeof fields === 'object' && fields !== null && 'has_words' in fields

/** Whether words were searched, found or not, or the search was refused. The trail does not keep the words themselves. */
export const isWordSearch = ({ event, parameters }: Pick<Did, 'event' | 'parameters'>): boolean =>
  event === 'messages.searched' || hasWords(parameters) || hasWords(parameters?.filter)

/** What says where words were searched: in recordings, or in comments. Lists that were searched for names are viewed. */
const wordSearches: readonly (readonly [RegExp, string])[] = [
  [/\/payloads$/, 'did.words'],
  [/\/comments$/, 'did.words_in_comments'],
]

/**
 * What an entry of the trail says: its event's words, such as `done.role.created`; otherwise those of the call, as
 * `did.GET /exchange` has them; otherwise those of its method and noun, such as 'Viewed recordings' for `GET /payloads` from
 * `did.GET` and `noun.payloads`, or 'Viewed a recording' for one of them. The call itself when there are none. What was
 * refused or failed has words of its own, such as 'Tried to change a role'.
 */
export const actionInWords = (
  { action, event = null, denial_reason = null, parameters = {}, brief = null }: Did,
  findText: FindText,
): string => {
  const [method = '', path = ''] = action.split(' ')
  const search = isWordSearch({ event, parameters }) && wordSearches.find(([paths]) => paths.test(path))
  const kinds = kindsInWords(parameters, findText)
  if (search) return `${findText(search[1]) ?? action}${kinds}`
  const noun = nounOf(path)
  const isOne = method === 'POST' || path.endsWith('}') || path.startsWith(`/${noun}/{`)
  const what = (isOne && findText(`one.${noun}`)) || findText(`noun.${noun}`)
  const isTried = denial_reason !== null
  const how = isTried ? 'tried' : parameters.query_result_type === 'total' ? 'counted' : 'did'
  const did =
    doneInWords(event, brief?.facts.decision, findText) ??
    (isTried ? findText(`tried.${action}`) : undefined) ??
    findText(`did.${action}`) ??
    (what && findText(`${how}.${method}`, { what })) ??
    action
  return `${did}${kinds}`
}

const maxNamedKinds = 3

/** Which kinds of recordings a list showed, such as ' (Call, Interview)'; nothing where all were asked for. */
const kindsInWords = ({ filter }: Readonly<Record<string, unknown>>, findText: FindText): string => {
  const types = typeof filter === 'object' && filter !== null && 'payload_types' in filter ? filter.payload_types : null
  if (!Array.isArray(types) || types.length === 0) return ''
  const named = types.slice(0, maxNamedKinds).map((type) => findText(`kind.${type}`) ?? String(type))
  return ` (${[...named, ...(types.length > maxNamedKinds ? ['…'] : [])].join(', ')})`
}

/** `/account/apps` is about apps; `/clients/{client}/roles` is about roles. */
export const nounOf = (path: string): string => {
  const [first = '', second = '', third] = path.split('/').slice(1)
  if (first === 'account') return second
  return first === 'clients' && third !== undefined ? third : first
}

/** The words of an event, if there are any: those of what was decided, as `done_as.access_review.decided.revoked` has them. */
const doneInWords = (event: string | null, decision: unknown, findText: FindText): string | undefined =>
  (decision === undefined ? undefined : findText(`done_as.${event}.${decision}`)) ?? findText(`done.${event}`)

/** The words of an event alone: those of the trail, otherwise those of a recording's history. */
export const eventInWords = (event: string, findText: FindText, decision?: unknown): string =>
  doneInWords(event, decision, findText) ?? findText(`event.${event.replace('.', '_')}`) ?? event

/** What a fact is called, which an event can have words of its own for. */
export const factTitle = (event: string, name: string, findText: FindText): string =>
  findText(`event_fact_of.${event}.${name}`) ?? findText(`event_fact.${name}`) ?? name

/** The words of an event or a call, as the filter of the trail has them. */
export const didInWords = (value: string, findText: FindText): string =>
  value.includes(' ')
    ? actionInWords({ action: value }, findText)
    : (findText(`did_filter.${value}`) ?? eventInWords(value, findText))

/** The facts of an event that its words do not say already: what was decided can be one of them. */
export const factsBesides = <Facts extends Readonly<Record<string, unknown>>>(
  { event, facts }: { event: string; facts: Facts },
  findText: FindText,
): [string, Facts[string]][] =>
  (Object.entries(facts) as [string, Facts[string]][]).filter(
    ([name, value]) => name !== 'decision' || findText(`done_as.${event}.${value}`) === undefined,
  )

import type { BriefEvent, EventFact, VisitEvent, VisitField } from '@holdfast/contract'
import { useColleagues } from '../found/use-colleagues.ts'

/** Fields whose values are references of people. */
const fieldsOfPeople: ReadonlySet<VisitField> = new Set([
  'reviewers',
  'owner',
  'members',
  'report_recipients',
  'repeats_by',
])

/** Facts of events that are references of people. */
const factsOfPeople = (event: string): readonly EventFact[] =>
  event.startsWith('review_queue.') ? ['drawn_by', 'from', 'to', 'requested_by'] : ['requested_by', 'continued_by']

const isText = (value: unknown): value is string => typeof value === 'string'

type Told = Pick<VisitEvent, 'event' | 'changes' | 'facts'> & Partial<Pick<BriefEvent, 'approved_for'>>

/** An event of the trail with the names of people in place of their references. */
export const useNamedEvent = <Event extends Told | null>(event: Event): Event => {
  const facts = event ? factsOfPeople(event.event).filter((name) => isText(event.facts[name])) : []
  const changes = event?.changes.filter(({ field }) => fieldsOfPeople.has(field)) ?? []
  const people = [
    ...(event?.approved_for ? [event.approved_for] : []),
    ...facts.map((name) => String(event?.facts[name])),
    ...changes.flatMap(({ before, after }) => [...(before ?? []), ...(after ?? [])].filter(isText)),
  ]
  const nameOf = useColleagues(people)
  if (!event || people.length === 0) return event
  const named = <Value>(values: readonly Value[] | null) =>
    values === null ? null : values.map((value) => (isText(value) ? nameOf(value) : value))
  return {
    ...event,
    ...(event.approved_for && { approved_for: nameOf(event.approved_for) }),
    facts: { ...event.facts, ...Object.fromEntries(facts.map((name) => [name, nameOf(String(event.facts[name]))])) },
    changes: event.changes.map((change) =>
      changes.includes(change) ? { ...change, before: named(change.before), after: named(change.after) } : change,
    ),
  }
}

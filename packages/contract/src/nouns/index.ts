import { alerts } from './alerts.ts'
import { carriers } from './carriers.ts'
import { clientApps } from './client-apps.ts'
import { legalHolds } from './legal-holds.ts'
import { licences } from './licences.ts'
import { matters } from './matters.ts'
import { migrations } from './migrations.ts'
import type { NounDeclaration, SystemRoleName } from './noun.ts'
import { personalNumbers } from './personal-numbers.ts'
import { reports } from './reports.ts'
import { retention } from './retention.ts'
import { statistics } from './statistics.ts'
import { transferConfigs, transfers } from './transfers.ts'
import { webhooks } from './webhooks.ts'

export type { SystemRoleName } from './noun.ts'

/** Every noun that is declared in one place. The tables of all nouns take theirs from here. */
const declared = [
  alerts,
  carriers,
  clientApps,
  legalHolds,
  licences,
  matters,
  migrations,
  personalNumbers,
  reports,
  retention,
  statistics,
  transferConfigs,
  transfers,
  webhooks,
] as const

export const nouns: readonly NounDeclaration[] = declared

type Noun = (typeof declared)[number]
type NameOf<N extends Noun> = N['name']
type ErrorsOf<N> = N extends { errors: infer E } ? keyof E & string : never
type Notified<N extends Noun> = N extends { live: unknown } ? N : never

/** The keys of all nouns together: a union over each of them, since each has keys of its own. */
export type NounAction = Noun extends infer N ? (N extends Noun ? keyof N['actions'] : never) : never
export type NounEvent = Noun extends infer N ? (N extends Noun ? `${N['name']}.${N['events'][number]}` : never) : never
export type NounError = Noun extends infer N ? (N extends Noun ? `${N['name']}.${ErrorsOf<N>}` : never) : never
export type LiveNoun = NameOf<Notified<Noun>>

const merged = <Key extends string, Value>(of: (noun: NounDeclaration) => Iterable<readonly [string, Value]>) =>
  Object.fromEntries(nouns.flatMap((noun) => [...of(noun)])) as Record<Key, Value>

export const nounActions = merged<NounAction, string>(({ actions }) => Object.entries(actions))

export const nounEvents = nouns.flatMap(({ name, events }) => events.map((event) => `${name}.${event}`)) as NounEvent[]

export const nounErrors = merged<NounError, readonly [status: number, message: string]>(({ name, errors = {} }) =>
  Object.entries(errors).map(([error, told]) => [`${name}.${error}`, told] as const),
)

export const disclosingNounErrors = nouns.flatMap(({ name, disclosing = [] }) =>
  disclosing.map((error) => `${name}.${error}`),
) as NounError[]

/** `action` is one of `NounAction` (nouns.test.ts). */
export const liveNouns = merged<LiveNoun, { readonly action: NounAction; readonly reference: string }>(
  ({ name, live }) => (live ? [[name, live as { action: NounAction; reference: string }] as const] : []),
)

/** The actions that a system role has of nouns, as patterns. */
export const nounActionsOf = (role: SystemRoleName): string[] => nouns.flatMap(({ roles }) => roles[role] ?? [])

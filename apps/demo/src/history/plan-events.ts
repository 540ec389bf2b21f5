import type { PayloadType } from '@holdfast/contract'
import type { DemoCustomer } from '../demo-customers.ts'
import { type Contact, contactsOf } from './contacts.ts'
import { calendarDays, officeMoment, weightOfDay } from './office-hours.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import type { PlannedContent, PlannedMessage } from './planned-payload.ts'
import { mediaOf, messageDocument, type SampleMedia } from './sample-media.ts'
import { SeededRandom } from './seeded-random.ts'
import { shortMessages } from './short-messages.ts'
import { dayMs, secondMs } from './time-spans.ts'

/** Something that a handset records at a certain time. plan-outcome.ts plans the payload's state. */
export interface PlannedEvent {
  type: PayloadType
  handset: PlannedHandset
  at: number
  contacts: readonly Contact[]
  content: PlannedContent | null
  message: PlannedMessage | null
}

export interface HistoryPlan {
  customer: DemoCustomer
  handsets: readonly PlannedHandset[]
  samples: SampleMedia
  /** The end of the history, in milliseconds since 1970. */
  anchor: number
  days: number
  /** Approximate total number of recordings. */
  volume: number
}

/** Relative frequency of each payload type. */
const shares: Partial<Record<PayloadType, number>> = {
  Call: 17,
  SMS: 15,
  AbortedCall: 12,
  RCS: 5,
  BlockedCall: 5,
  Diagnostics: 4,
  MMS: 3.5,
  Photo: 2.8,
  Interview: 0.5,
  Video: 0.35,
  AR: 0.1,
}
const types = Object.keys(shares) as PayloadType[]

/** Everything that the handsets of a customer recorded, in no particular order. */
export const planEvents = async (plan: HistoryPlan): Promise<PlannedEvent[]> => {
  const { customer, handsets, anchor, days, volume } = plan
  const random = new SeededRandom(`${customer.client} occasions`)
  const calendar = calendarDays(anchor, handsets[0]?.timezone ?? 'UTC', days)
  const weightOfAll = calendar.reduce((sum, day) => sum + weightOfDay(day), 0)
  const stage: Stage = { plan, random, contacts: contactsOf(customer), taken: new Map(), diagnostics: [] }
  const events: PlannedEvent[] = []
  let due = 0
  for (const day of calendar) {
    due += (volume * weightOfDay(day)) / weightOfAll
    while (events.length < due) events.push(...(await eventsOn(day, stage)))
  }
  return events.filter(({ handset, at }) => at >= handset.from && at <= handset.until)
}

interface Stage {
  plan: HistoryPlan
  random: SeededRandom
  contacts: readonly Contact[]
  taken: Map<PayloadType, number>
  diagnostics: PlannedContent[]
}

const eventsOn = async (day: number, stage: Stage): Promise<PlannedEvent[]> => {
  const { plan, random } = stage
  const inUse = plan.handsets.filter(({ from, until }) => from <= day + dayMs && day <= until)
  const handset = random.pickWeighted(inUse.length > 0 ? inUse : plan.handsets, (each) => each.talkativeness)
  const at = officeMoment(day, handset.timezone, random)
  // Each device user has a few people whom they contact more often than others.
  const contact = random.pick(stage.contacts.slice(0, 6).map((_, near) => contactNear(stage, handset, near)))
  const type = nextType(stage.taken)
  if (type === 'SMS' || type === 'MMS' || type === 'RCS') return conversation(type, handset, at, contact, stage)
  const single = { type, handset, at, message: null }
  if (type === 'AbortedCall' || type === 'BlockedCall') {
    return [{ ...single, contacts: [contact], content: null }]
  }
  if (type === 'Diagnostics') return [{ ...single, contacts: [], content: await diagnosticsContent(stage) }]
  const others = type === 'Call' && random.chance(0.06) ? [random.pick(stage.contacts)] : []
  const contacts = type === 'Call' ? [contact, ...others.filter(({ number }) => number !== contact.number)] : []
  return [{ ...single, contacts, content: recordedContent(type, stage) }]
}

const contactNear = ({ contacts }: Stage, { index }: PlannedHandset, near: number): Contact => {
  const contact = contacts[(index * 7 + near * near) % contacts.length]
  if (!contact) throw new Error('nobody to talk to')
  return contact
}

/** Chooses types in proportion to their shares, without randomness (Webster's method), so that even the rarest occurs early. */
const nextType = (taken: Map<PayloadType, number>): PayloadType => {
  const rank = (type: PayloadType) => (shares[type] ?? 0) / (2 * (taken.get(type) ?? 0) + 1)
  const next = types.reduce((best, type) => (rank(type) > rank(best) ? type : best))
  taken.set(next, (taken.get(next) ?? 0) + 1)
  return next
}

/** Prefers small files, to save disk space, and files in the customer's language. */
const recordedContent = (type: PayloadType, { plan, random }: Stage): PlannedContent => {
  const home = plan.customer.locale === 'pt-BR' ? 'pt' : 'en'
  return random.pickWeighted(
    plan.samples.recordings.get(type) ?? [],
    ({ bytes, language }) => (language === home ? 4 : 1) / bytes.length ** 2.5,
  )
}

const conversation = async (
  type: 'SMS' | 'MMS' | 'RCS',
  handset: PlannedHandset,
  at: number,
  contact: Contact,
  { plan: { customer, samples }, random, contacts, taken }: Stage,
): Promise<PlannedEvent[]> => {
  const thread_id = `${handset.index}-${contact.number}`
  const home = customer.locale === 'pt-BR' ? 'pt' : 'en'
  if (type === 'SMS' && random.chance(0.6)) {
    const text = random.pick<string>(shortMessages[customer.locale])
    const message = { direction: random.pick(['I', 'O'] as const), thread_id, length: text.length }
    const bytes = messageDocument(text)
    return [{ type, handset, at, contacts: [contact], content: { bytes, media: messageMedia(bytes) }, message }]
  }
  const candidates = samples.conversations.filter(({ kind, language }) => kind === type && language === home)
  const { messages } = random.pick(candidates)
  // Each message is a recording of its own, so all of them count towards the share of their type.
  taken.set(type, (taken.get(type) ?? 0) + messages.length - 1)
  const copied = random.pick(contacts)
  return messages.map(({ direction, offset_s, text, document }) => ({
    type,
    handset,
    at: at + offset_s * secondMs,
    contacts: direction === 'CC' && copied.number !== contact.number ? [contact, copied] : [contact],
    content: { bytes: document, media: messageMedia(document) },
    message: { direction, thread_id, length: text.length },
  }))
}

/** The media properties that processing finds for any message. */
const messageMedia = (document: Buffer) => ({
  content_type: 'application/json',
  size: document.length,
  duration_ms: null,
  width: null,
  height: null,
  channels: null,
  sample_rate: null,
})

const diagnosticsContent = async ({ diagnostics, random }: Stage): Promise<PlannedContent> => {
  if (diagnostics.length === 0) {
    const lines = ['recorder ready', 'upload queue empty', 'microphone released', 'clock in step with the network']
    for (const line of lines) {
      const bytes = Buffer.from(`${lines.map((each) => `I/Holdfast: ${each}`).join('\n')}\nI/Holdfast: ${line}\n`)
      diagnostics.push({ bytes, media: await mediaOf('Diagnostics', bytes) })
    }
  }
  return random.pick(diagnostics)
}

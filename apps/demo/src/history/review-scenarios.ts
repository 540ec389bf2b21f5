import type { PayloadType } from '@holdfast/contract'

/** A review queue of a customer. Days count back from when the account was opened, or from another named moment. */
export interface ScenarioQueue {
  name: string
  group: string
  payload_types: readonly PayloadType[]
  drawn_by: string
  reviewers: readonly string[]
  /** The time zone of these people's office hours. */
  timeZone: string
  /** It is drawn in the morning of this day, or of the last working day before it. */
  drawnDaysAgo: number
  /** Of how many days before that day the recordings are. */
  recordedDays: number
  /** Negative: the queue was due before the account was opened. */
  dueInDays: number
  workedUntilDaysAgo: number
  percent: number
  second_review_percent: number
  /** The share of its recordings that are reviewed at least once, from 0 to 1. At 1, second reviews are made as well. */
  reviewedShare: number
  /** What most marks say. Every sixth one says the second of these. */
  dispositions: readonly [usual: string, other: string]
  /** The marks with notes, spread over the others. */
  findings: readonly { disposition: string; note: string }[]
  passedOn: readonly { by: string; to: string; note: string }[]
}

const calls = ['Call'] as const
const messages = ['SMS', 'MMS', 'RCS'] as const

const ofMeridian = { timeZone: 'Europe/London', dispositions: ['No concern', 'Not relevant'] } as const
const ofEquities = {
  ...ofMeridian,
  group: 'Equities London',
  payload_types: calls,
  drawn_by: 'helen.ward',
  reviewers: ['amir.khan', 'priya.shah'],
} as const

/** Reviewers are those who may read and mark the recordings of the group by their own roles. */
export const reviewScenarios: Readonly<Record<string, readonly ScenarioQueue[]>> = {
  meridian: [
    {
      ...ofEquities,
      name: 'Equities London, calls of a fortnight',
      drawnDaysAgo: 16,
      recordedDays: 14,
      dueInDays: -9,
      workedUntilDaysAgo: 10,
      percent: 15,
      second_review_percent: 20,
      reviewedShare: 1,
      findings: [
        {
          disposition: 'Follow up',
          note: 'They agree to meet a client. I asked the desk whether it is in the calendar.',
        },
        {
          disposition: 'Possible breach',
          note: 'Part of it sounds like an order that I do not find in the order book; case 2307.',
        },
        { disposition: 'Follow up', note: 'Hard to hear. Compare it with the next call of the same number.' },
      ],
      passedOn: [],
    },
    {
      ...ofEquities,
      name: 'Equities London, this week',
      drawnDaysAgo: 3,
      recordedDays: 7,
      dueInDays: 4,
      workedUntilDaysAgo: 0,
      percent: 50,
      second_review_percent: 15,
      reviewedShare: 0.6,
      findings: [{ disposition: 'Follow up', note: 'A colleague of another desk takes part. I asked who it was.' }],
      passedOn: [
        { by: 'amir.khan', to: 'helen.ward', note: 'I know the caller from a former job. Please review it yourself.' },
        {
          by: 'priya.shah',
          to: 'helen.ward',
          note: 'Is this still small talk, or advice? I would mark it as a breach.',
        },
      ],
    },
    {
      ...ofMeridian,
      name: 'Rates and FX, messages',
      group: 'Rates and FX',
      payload_types: messages,
      drawn_by: 'helen.ward',
      reviewers: ['sofia.lind'],
      drawnDaysAgo: 11,
      recordedDays: 14,
      dueInDays: -1,
      workedUntilDaysAgo: 0,
      percent: 25,
      second_review_percent: 0,
      reviewedShare: 0.67,
      findings: [
        { disposition: 'Follow up', note: 'They go on in another app. I asked the desk to record that as well.' },
        { disposition: 'Possible breach', note: 'A price is named before it was published; case 2311.' },
      ],
      passedOn: [],
    },
  ],
  aurora: [
    {
      name: 'Assessores, ligações da quinzena',
      group: 'Assessores',
      payload_types: calls,
      drawn_by: 'beatriz.costa',
      reviewers: ['rafael.nunes'],
      timeZone: 'America/Sao_Paulo',
      drawnDaysAgo: 6,
      recordedDays: 14,
      dueInDays: 6,
      workedUntilDaysAgo: 0,
      percent: 30,
      second_review_percent: 0,
      reviewedShare: 0.5,
      dispositions: ['Sem ressalvas', 'Não relevante'],
      findings: [{ disposition: 'Acompanhar', note: 'O cliente pede um retorno. Perguntei à mesa se houve ordem.' }],
      passedOn: [],
    },
  ],
}

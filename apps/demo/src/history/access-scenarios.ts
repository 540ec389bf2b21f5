import type { Action, PayloadType, Permission } from '@holdfast/contract'
import { reviewerOf } from '../demo-customers.ts'

/** What people of a customer asked for, handed over and reviewed. Times count back from when the account was opened. */
export interface AccessScenario {
  requests: readonly ScenarioRequest[]
  drafts: readonly ScenarioDraft[]
  reviews: readonly ScenarioReview[]
}

/** A decision, made this many hours before the account was opened. */
interface ScenarioDecision {
  by: string
  hoursAgo: number
  note: string | null
}

export interface ScenarioRequest {
  by: string
  hoursAgo: number
  action: Action
  payload_type?: PayloadType
  reason: string
  /** For how long. */
  hours: number
  /** The role with which it was approved; `rejected`; `null` while nobody has decided. After a week it has expired. */
  decision: (ScenarioDecision & { role: string | null }) | null
}

export interface ScenarioDraft {
  by: string
  hoursAgo: number
  note: string
  change:
    | {
        kind: 'role'
        role: string
        /** What the role is; `null`: it is new. */
        before: { description: string; permissions: readonly Permission[] } | null
        description: string
        permissions: readonly Permission[]
      }
    | { kind: 'role_assignment'; user: string; role: string; days: number }
  /** A change of a role can only be rejected. */
  decision: (ScenarioDecision & { state: 'approved' | 'rejected' }) | null
}

export interface ScenarioReview {
  group: string
  owner: string
  set_up_by: string
  drawnDaysAgo: number
  days_to_decide: number
  interval_days: number
  decisions: readonly {
    /** The owner if absent. */
    by?: string
    people: readonly string[]
    decision: 'certified' | 'revoked'
    daysAgo: number
    note?: string
  }[]
}

/** Whoever decides could give these roles themselves, because nobody can grant more than their own access. */
export const accessScenarios: Readonly<Record<string, AccessScenario>> = {
  meridian: {
    requests: [
      {
        by: 'grace.lee',
        hoursAgo: 15 * 24,
        action: 'payloads:read',
        payload_type: 'Call',
        reason: 'Annual audit: I compare thirty entries of the trail with the calls that they name.',
        hours: 48,
        decision: { by: 'ruth.castellan', hoursAgo: 15 * 24 - 2, role: 'Reviewer', note: 'For the annual audit.' },
      },
      {
        by: 'sofia.lind',
        hoursAgo: 9 * 24,
        action: 'audit:read',
        reason: 'Who else has played the calls of our desk this month?',
        hours: 24,
        decision: null,
      },
      {
        by: 'grace.lee',
        hoursAgo: 4 * 24,
        action: 'payloads:read',
        payload_type: 'SMS',
        reason: 'To see whether messages are deleted in time.',
        hours: 7 * 24,
        decision: {
          by: 'helen.ward',
          hoursAgo: 4 * 24 - 5,
          role: null,
          note: 'The trail has every deletion. If one is in doubt, name it and I show it to you.',
        },
      },
      {
        by: 'priya.shah',
        hoursAgo: 26,
        action: 'audit:read',
        reason: 'A client asks who has listened to their calls of last week; case 2291.',
        hours: 72,
        decision: { by: 'ruth.castellan', hoursAgo: 25, role: 'Auditor', note: null },
      },
      {
        by: 'tom.baker',
        hoursAgo: 3,
        action: 'payloads:read',
        payload_type: 'Call',
        reason:
          'Since their update, two handsets may record one side only. I want to look at their last calls; ticket 4602.',
        hours: 24,
        decision: null,
      },
    ],
    drafts: [
      {
        by: 'olivia.hart',
        hoursAgo: 20 * 24,
        note: 'Stands in for the reviewer of the New York desk, who is on leave.',
        change: { kind: 'role_assignment', user: 'tom.baker', role: 'Reviewer', days: 30 },
        decision: { by: 'helen.ward', hoursAgo: 20 * 24 - 3, state: 'approved', note: null },
      },
      {
        by: 'olivia.hart',
        hoursAgo: 8 * 24,
        note: 'The desk asks for copies to send to clients.',
        change: {
          kind: 'role',
          role: 'Equities reviewer',
          before: {
            description: 'Listens to recordings of the London equities desk, and to no other.',
            permissions: reviewerOf('Equities London'),
          },
          description: 'Listens to recordings of the London equities desk and downloads them.',
          permissions: [
            ...reviewerOf('Equities London'),
            { actions_matching: 'payloads:download', conditions: [{ names_matching: 'Equities London' }] },
          ],
        },
        decision: {
          by: 'ruth.castellan',
          hoursAgo: 8 * 24 - 20,
          state: 'rejected',
          note: 'Copies leave the house through compliance only. The desk can ask me for each.',
        },
      },
      {
        by: 'olivia.hart',
        hoursAgo: 28,
        note: 'The New York desk gets a reviewer of its own in January.',
        change: {
          kind: 'role',
          role: 'New York reviewer',
          before: null,
          description: 'Listens to recordings of the New York desk, and to no other.',
          permissions: reviewerOf('New York Desk'),
        },
        decision: null,
      },
      {
        by: 'olivia.hart',
        hoursAgo: 6,
        note: 'Amir covers the rates desk while Sofia is away.',
        change: { kind: 'role_assignment', user: 'amir.khan', role: 'Rates reviewer', days: 14 },
        decision: null,
      },
    ],
    reviews: [
      {
        group: 'New York Desk',
        owner: 'ruth.castellan',
        set_up_by: 'olivia.hart',
        drawnDaysAgo: 12,
        days_to_decide: 14,
        interval_days: 91,
        decisions: [
          { people: ['helen.ward', 'olivia.hart'], decision: 'certified', daysAgo: 11 },
          {
            people: ['tom.baker'],
            decision: 'revoked',
            daysAgo: 10,
            note: 'The reviewer of the desk is back from leave.',
          },
          { by: 'olivia.hart', people: ['ruth.castellan'], decision: 'certified', daysAgo: 10 },
        ],
      },
      {
        group: 'Wealth Advisers',
        owner: 'ruth.castellan',
        set_up_by: 'olivia.hart',
        drawnDaysAgo: 13,
        days_to_decide: 14,
        interval_days: 182,
        decisions: [],
      },
      {
        group: 'Equities London',
        owner: 'helen.ward',
        set_up_by: 'olivia.hart',
        drawnDaysAgo: 5,
        days_to_decide: 14,
        interval_days: 91,
        decisions: [
          { people: ['ruth.castellan'], decision: 'certified', daysAgo: 4 },
          { people: ['amir.khan'], decision: 'certified', daysAgo: 4, note: 'Reviews the desk every day.' },
          {
            people: ['priya.shah'],
            decision: 'revoked',
            daysAgo: 2,
            note: 'Moves to wealth management at the end of the month.',
          },
        ],
      },
    ],
  },
  aurora: {
    requests: [
      {
        by: 'rafael.nunes',
        hoursAgo: 16 * 24,
        action: 'payloads:download',
        reason: 'O jurídico pede a cópia de duas ligações do processo 0815.',
        hours: 24,
        decision: {
          by: 'beatriz.costa',
          hoursAgo: 16 * 24 - 3,
          role: 'Exporter',
          note: 'Somente para o processo 0815.',
        },
      },
      {
        by: 'rafael.nunes',
        hoursAgo: 10 * 24,
        action: 'device_users:write',
        reason: 'Um aparelho dos assessores está com o usuário errado.',
        hours: 8,
        decision: null,
      },
      {
        by: 'rafael.nunes',
        hoursAgo: 5 * 24,
        action: 'audit:read',
        reason: 'Quero ver quem ouviu as gravações que revisei.',
        hours: 30 * 24,
        decision: {
          by: 'beatriz.costa',
          hoursAgo: 5 * 24 - 4,
          role: null,
          note: 'Cada gravação mostra quem a ouviu. A trilha inteira é da auditoria.',
        },
      },
      {
        by: 'rafael.nunes',
        hoursAgo: 4,
        action: 'audit:read',
        reason: 'A auditoria externa pede a lista de quem ouviu as ligações de outubro; chamado 4612.',
        hours: 24,
        decision: null,
      },
    ],
    drafts: [
      {
        by: 'carla.menezes',
        hoursAgo: 18 * 24,
        note: 'Cobre a mesa de câmbio durante as férias.',
        change: { kind: 'role_assignment', user: 'rafael.nunes', role: 'Reviewer', days: 30 },
        decision: { by: 'beatriz.costa', hoursAgo: 18 * 24 - 2, state: 'approved', note: null },
      },
      {
        by: 'carla.menezes',
        hoursAgo: 30,
        note: 'A mesa de ações terá um revisor próprio a partir de janeiro.',
        change: {
          kind: 'role',
          role: 'Revisor da Mesa',
          before: null,
          description: 'Ouve as gravações da mesa de ações.',
          permissions: reviewerOf('Mesa de Ações'),
        },
        decision: null,
      },
    ],
    reviews: [
      {
        group: 'Câmbio',
        owner: 'beatriz.costa',
        set_up_by: 'carla.menezes',
        drawnDaysAgo: 12,
        days_to_decide: 10,
        interval_days: 91,
        decisions: [
          { people: ['carla.menezes'], decision: 'certified', daysAgo: 11 },
          { people: ['rafael.nunes'], decision: 'revoked', daysAgo: 9, note: 'As férias acabaram.' },
          { by: 'carla.menezes', people: ['beatriz.costa'], decision: 'certified', daysAgo: 8 },
        ],
      },
      {
        group: 'Mesa de Ações',
        owner: 'carla.menezes',
        set_up_by: 'carla.menezes',
        drawnDaysAgo: 13,
        days_to_decide: 14,
        interval_days: 182,
        decisions: [],
      },
      {
        group: 'Assessores',
        owner: 'beatriz.costa',
        set_up_by: 'carla.menezes',
        drawnDaysAgo: 4,
        days_to_decide: 14,
        interval_days: 91,
        decisions: [
          { people: ['rafael.nunes'], decision: 'certified', daysAgo: 3, note: 'Revisa os assessores todos os dias.' },
        ],
      },
    ],
  },
}

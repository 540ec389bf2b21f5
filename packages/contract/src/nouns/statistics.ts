import { noun } from './noun.ts'

/** How much customers record and store. A job counts it, nobody edits it. */
export const statistics = noun({
  name: 'statistics',
  actions: { 'internal:statistics': "See statistics across customers' accounts" },
  limitedBy: 'account',
  roles: { 'Internal Administrator': ['internal:statistics'], 'Internal Support': ['internal:statistics'] },
  events: [],
})

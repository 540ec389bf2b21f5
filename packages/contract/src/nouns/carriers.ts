import { noun } from './noun.ts'

/** Carriers that handsets reported, by country. Nobody edits them. */
export const carriers = noun({
  name: 'carrier',
  actions: { 'internal:carriers': "See the carriers that customers' handsets reported, by country" },
  limitedBy: 'account',
  roles: { 'Internal Administrator': ['internal:carriers'], 'Internal Support': ['internal:carriers'] },
  events: [],
})

import { noun } from './noun.ts'

/** Holds on people, groups and recordings: what they reach is neither deleted nor destroyed. */
export const legalHolds = noun({
  name: 'legal_hold',
  actions: {
    'legal_holds:read': 'See legal holds, and the references and titles of all matters',
    'legal_holds:place': 'Place legal holds, and see, change and close all matters',
    'legal_holds:release': 'Ask for or confirm the release of legal holds',
  },
  limitedBy: 'account',
  roles: {
    'Account Administrator': ['legal_holds:*'],
    'Compliance Officer': ['legal_holds:*'],
    Reviewer: ['legal_holds:read'],
    'Internal Administrator': ['legal_holds:*'],
  },
  events: ['placed', 'release_asked', 'release_confirmed', 'released'],
  errors: {
    not_found: [404, 'There is no legal hold on this'],
    already_released: [409, 'This legal hold was released already'],
    on_oneself: [403, 'Nobody releases a legal hold on themselves; ask somebody else'],
    needs_second_person: [409, 'Another person has to confirm what you asked to be released'],
  },
  live: { action: 'legal_holds:read', reference: 'matter_reference' },
})

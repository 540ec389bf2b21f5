import { noun } from './noun.ts'

/** The cases and investigations that recordings are put into, and that legal holds belong to. */
export const matters = noun({
  name: 'matter',
  actions: {
    'matters:read': 'See the matters that one owns or is a member of',
    'matters:write': 'Open matters, and add recordings and notes to those that one owns or is a member of',
  },
  limitedBy: 'account',
  roles: {
    'Account Administrator': ['matters:*'],
    'Compliance Officer': ['matters:*'],
    Reviewer: ['matters:*'],
    'Internal Administrator': ['matters:*'],
  },
  events: ['saved', 'payloads_added', 'payloads_removed', 'feed_started', 'feed_stopped', 'note_written'],
  errors: {
    closed: [409, 'This matter is closed; open it again before you add something to it'],
    has_holds: [409, 'This matter still has holds; release them before you close it'],
    unknown_person: [409, 'Not in this account, or not allowed to open matters: {people}'],
    too_many_feeds: [
      409,
      'This matter, or all matters of the account together, are kept up to date with as many filters as they can have; stop one of them',
    ],
  },
})

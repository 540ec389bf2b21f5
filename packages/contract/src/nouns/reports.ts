import { noun } from './noun.ts'

/** Counts of a view, review queues, completeness or the overview, which people get by e-mail at fixed times. */
export const reports = noun({
  name: 'report',
  actions: {
    'reports:read': 'Get scheduled reports, and see one’s own',
    'reports:write': 'Create, change and delete scheduled reports, and choose who gets them',
  },
  limitedBy: 'group',
  roles: {
    'Account Administrator': ['reports:*'],
    'Compliance Officer': ['reports:*'],
    Reviewer: ['reports:read'],
    'Device Manager': ['reports:read'],
  },
  events: ['created', 'updated', 'deleted', 'left', 'asked', 'sent', 'stopped'],
  errors: {
    too_many: [409, 'An account has at most {most} scheduled reports'],
    too_many_active: [409, 'One person has at most {most} active scheduled reports; switch one off first'],
    incomplete: [400, 'A weekly report needs a weekday, a monthly one a day, and one of a view or a queue needs it'],
    unknown_source: [404, 'There is no such view or review queue that you see'],
    not_countable: [409, 'The rows of this view cannot be counted for an e-mail'],
    unknown_recipient: [409, 'Not in this account, or not allowed to get reports: {people}'],
  },
  disclosing: ['too_many', 'too_many_active'],
})

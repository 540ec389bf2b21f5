import { noun } from './noun.ts'

/** Alerts say that somebody should look at something: an account's own alerts, and the product's alerts for the provider's staff. */
export const alerts = noun({
  name: 'alert',
  actions: {
    'alerts:read': 'See alerts of the scopes that the role may read',
    'alerts:write': 'Raise, acknowledge, silence, clear and dismiss alerts of the scopes that the role may change',
    'internal:alerts': "See and change alerts across customers' accounts",
  },
  limitedBy: 'group',
  roles: {
    'Account Administrator': ['alerts:*'],
    'Compliance Officer': ['alerts:*'],
    'Device Manager': ['alerts:*'],
    'Internal Administrator': ['alerts:*'],
    'Internal Support': ['internal:alerts'],
  },
  events: ['raised', 'changed', 'dismissed'],
  errors: {
    bad_silence: [400, 'Alerts are silenced until a time in the next {days} days'],
    ends_in_past: [400, 'An alert cannot expire before it is raised'],
    several_accounts: [400, 'The alerts of one call belong to one account'],
    not_given: [403, 'You can give alert permissions that your own roles have; they do not have {permission}'],
  },
  disclosing: ['bad_silence', 'not_given'],
})

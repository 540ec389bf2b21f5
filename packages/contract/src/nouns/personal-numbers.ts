import { noun } from './noun.ts'

/** Private numbers of device users: what is recorded with them stays closed to everybody. */
export const personalNumbers = noun({
  name: 'personal_number',
  actions: {
    'personal_numbers:read': 'See personal numbers',
    'personal_numbers:write': 'Add and remove personal numbers',
  },
  limitedBy: 'group',
  roles: {
    'Account Administrator': ['personal_numbers:*'],
    'Compliance Officer': ['personal_numbers:*'],
    'Device Manager': ['personal_numbers:*'],
    'Internal Administrator': ['personal_numbers:*'],
  },
  events: ['added', 'removed'],
  errors: { too_many: [409, 'A person can have {limit} personal numbers at a time; remove some first'] },
  disclosing: ['too_many'],
  live: { action: 'personal_numbers:read', reference: 'device_user_reference' },
})

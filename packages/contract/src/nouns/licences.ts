import { noun } from './noun.ts'

/** How many devices of a customer may use each service. The provider sets the limits, the customer sees their use. */
export const licences = noun({
  name: 'licence',
  actions: {
    'licences:read': 'See licence limits and their use',
    'internal:licences': "See and change customers' licence limits",
  },
  limitedBy: 'account',
  roles: {
    'Account Administrator': ['licences:*'],
    'Device Manager': ['licences:read'],
    'Internal Administrator': ['licences:*'],
  },
  events: ['updated'],
  errors: {
    exhausted: [409, 'Too few licences for {service} are free; ask your provider for more, or free some'],
  },
  disclosing: ['exhausted'],
})

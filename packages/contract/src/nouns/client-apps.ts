import { noun } from './noun.ts'

/** Programs of the customer, which call with tokens of their own issuer. */
export const clientApps = noun({
  name: 'app',
  actions: {
    'apps:read': 'See client apps',
    'apps:write': 'Create, change and delete client apps',
  },
  limitedBy: 'group',
  roles: {
    'Account Administrator': ['apps:*'],
    'Compliance Officer': ['apps:read'],
    'Internal Administrator': ['apps:*'],
  },
  events: ['created', 'updated', 'deleted'],
  errors: {
    exists: [409, 'A client app of this name exists already'],
    tokens_taken: [409, 'Another client app takes the tokens of this issuer and audience'],
  },
  live: { action: 'apps:read', reference: 'app_reference' },
})

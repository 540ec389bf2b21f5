import { noun } from './noun.ts'

/** Addresses of the customer's own systems, which are told of events. */
export const webhooks = noun({
  name: 'webhook',
  actions: {
    'webhooks:read': 'See webhooks and what was delivered to them',
    'webhooks:write': 'Create, change, test and delete webhooks',
  },
  limitedBy: 'account',
  roles: {
    'Account Administrator': ['webhooks:*'],
  },
  events: ['created', 'updated', 'deleted', 'delivery_asked'],
  errors: {
    too_many: [409, 'An account has at most {most} webhooks'],
  },
  disclosing: ['too_many'],
  live: { action: 'webhooks:read', reference: 'webhook_reference' },
})

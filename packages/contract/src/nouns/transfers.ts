import { noun } from './noun.ts'

/** Windows of recordings on their way to customers' own archives. */
export const transfers = noun({
  name: 'transfer',
  actions: {
    'transfers:read': 'See transfers and their configuration',
    'transfers:write': 'Change transfer configurations',
    'transfers:run': 'Run transfers now',
  },
  limitedBy: 'account',
  // The other system roles have them from packages/access.
  roles: { Auditor: ['transfers:read'] },
  events: ['begun', 'finished', 'run_asked', 'paused', 'resumed', 'resend_asked', 'receipt_matched'],
  errors: {
    illegal_transition: [409, 'A transfer that is {from} cannot become {to}'],
    needs_reason: [400, 'Sending recordings once more needs a reason and their references'],
    not_of_transfer: [409, 'Not all of these recordings were sent with this transfer, or failed in it'],
  },
  live: { action: 'transfers:read', reference: 'transfer_id' },
})

/** Where, when and how recordings are transferred. Its actions are those of transfers. */
export const transferConfigs = noun({
  name: 'transfer_config',
  actions: {},
  limitedBy: 'account',
  roles: {},
  events: ['created', 'updated', 'deleted', 'tested', 'run_asked', 'day_sent'],
  errors: {
    exists: [409, 'A transfer configuration of this reference exists already'],
    too_many: [409, 'An account has at most {most} transfer configurations'],
    needs_zip_password: [400, 'This file format needs a password for ZIP files'],
    needs_sftp_password: [400, 'Enter the password of the new server or user again, or remove it'],
    needs_content_right: [
      403,
      'Only somebody who may download all recordings of the account can have them transferred, or change where they go',
    ],
    begun: [409, 'The first window has begun; its beginning cannot be changed'],
    required: [
      409,
      'The retention policy requires its transfers before it deletes recordings; change the policy first',
    ],
    not_active: [409, 'This transfer configuration is switched off'],
    test_running: [409, 'A test of this account is under way already'],
  },
  disclosing: ['too_many'],
  live: { action: 'transfers:read', reference: 'transfer_config_reference' },
})

import { noun } from './noun.ts'

/** How long data is kept, and the runs that delete and destroy what is no longer kept. */
export const retention = noun({
  name: 'retention',
  actions: {
    'retention:read': 'See the retention policy and its runs',
    'retention:write': 'Change the retention policy, confirm or withdraw changes, and run it',
  },
  limitedBy: 'account',
  roles: {
    'Account Administrator': ['retention:*'],
    'Compliance Officer': ['retention:*'],
    'Internal Administrator': ['retention:*'],
  },
  events: [
    'saved',
    'withdrawn',
    'confirmed',
    'run',
    'run_waits',
    'run_confirmed',
    'run_stopped',
    'run_completed',
    'clock_confirmed',
  ],
  errors: {
    destroy_before_delete: [400, 'Data cannot be destroyed before it is deleted'],
    locked: [409, 'The policy is locked: it can only keep data for longer'],
    needs_second_person: [
      409,
      'Somebody else than the person who saved this change or began this run has to confirm it',
    ],
    not_applied: [400, 'Retention has no effect on this data'],
    nothing_pending: [409, 'No such change, run or clock is waiting for a decision'],
    running: [409, 'A run is under way or waits for a decision already'],
    clock_jumped: [409, 'The clock of the server jumped; somebody has to confirm the time first'],
    nothing_to_do: [409, 'The policy deletes and destroys nothing'],
  },
})

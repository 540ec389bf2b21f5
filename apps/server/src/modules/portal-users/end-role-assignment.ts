import { type Static, Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { findAssignment, notifyOfRoles, removeAssignment } from './assignment-row.ts'
import { keepPerson } from './person-history.ts'
import { lockPortalUser } from './portal-user-row.ts'

const Ending = Type.Object({
  client: Type.String(),
  user_reference: Type.String(),
  role_reference: Type.String(),
  valid_until: Type.String(),
})
type Ending = Static<typeof Ending>

const endRoleAssignmentJob: JobDefinition<Ending> = {
  name: 'end_role_assignment',
  payload: Ending,
  maxAttempts: 25,
  key: ({ client, user_reference, role_reference, valid_until }) =>
    JSON.stringify([client, user_reference, role_reference, valid_until]),
}

/** Schedules the job that records the end of a role. The role ends at that time even if the job runs later. */
export const scheduleRoleEnd = (tx: TenantTransaction, ending: Omit<Ending, 'client'>): Promise<void> =>
  tx.enqueue(endRoleAssignmentJob, { client: tx.client, ...ending }, { runAt: new Date(ending.valid_until) })

/** Records on the trail that a role has ended. Does nothing if it was prolonged or ended meanwhile. */
export const endRoleAssignment: Job<Ending> = {
  definition: endRoleAssignmentJob,
  async handle({ platform }, { client, user_reference, role_reference }) {
    await platform.database.transaction(client, (tx) => expireGivenRole(tx, user_reference, role_reference))
  },
}

export const expireGivenRole = async (
  tx: TenantTransaction,
  user_reference: string,
  role_reference: string,
): Promise<void> => {
  await lockPortalUser(tx, user_reference)
  const stored = await findAssignment(tx, user_reference, role_reference)
  if (!stored || Date.parse(stored.valid_until) > tx.now.getTime()) return
  await keepPerson(tx, user_reference)
  await removeAssignment(tx, user_reference, role_reference)
  await recordProductActivity(tx, {
    call: `JOB ${endRoleAssignmentJob.name}`,
    event: 'portal_user.role_expired',
    details: {
      user_reference,
      role: role_reference,
      role_reference,
      before: { valid_until: stored.valid_until },
      after: null,
    },
  })
  await notifyOfRoles(tx, user_reference)
}

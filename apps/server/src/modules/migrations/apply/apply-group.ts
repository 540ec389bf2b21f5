import type { TenantTransaction } from '../../../platform/database/index.ts'
import { addImportedGroup, isGroup, problemOfImportedGroup } from '../../groups/index.ts'
import type { LegacyGroup } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import { type Applied, failed, type Run } from './run.ts'

/** Adds a group that is not there. One that is there keeps its tags. */
export const applyGroup = async (
  tx: TenantTransaction,
  run: Run,
  { group_reference, tags }: LegacyGroup,
): Promise<Applied> => {
  if (run.planned.groups.has(group_reference) || (await isGroup(tx, group_reference)))
    return { code: 'NoChangeToGroup' }
  const problem = await problemOfImportedGroup(tx, { group_reference, tags })
  if (problem) return failed(say(problem))
  if (run.isDryRun) run.planned.groups.add(group_reference)
  else await addImportedGroup(tx, { group_reference, tags }, run.by)
  return { code: 'GroupAdded' }
}

import type { ActivitySubject } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { namesOfCarrierFiles } from '../carrier-records/index.ts'
import { namesOfStatements } from '../completeness-statements/index.ts'
import { groupsToName, namesOfDeviceUsers } from '../device-users/index.ts'
import { namesOfPeople } from '../portal-users/index.ts'
import { namesOfQueues } from '../reviews/index.ts'

type Named = Pick<ActivitySubject, 'kind' | 'reference'>
type Names = ReadonlyMap<string, string>

const none: Names = new Map()

/**
 * The names of what entries are about, as far as the reader may know them. An entry that failed can name what belongs to another group, so
 * names of other things than people are told to readers of the whole trail alone, and those of device users where the reader reads
 * the trail of their group.
 */
export const nameSubjects = async (
  ctx: RequestContext,
  subjects: readonly Named[],
): Promise<(subject: Named) => string | null> => {
  const referencesOf = (kind: Named['kind']) => [
    ...new Set(subjects.flatMap((subject) => (subject.kind === kind ? subject.reference : []))),
  ]
  const isWholeTrail = ctx.access.can('audit:read')
  const namesOf = async (kind: Named['kind'], find: typeof namesOfQueues): Promise<Names> => {
    const references = referencesOf(kind)
    return isWholeTrail && references.length > 0 ? ctx.read((tx) => find(tx, references)) : none
  }
  const deviceUsers = async (references: readonly string[]): Promise<Names> => {
    if (references.length === 0) return none
    const groups = await groupsToName(ctx)
    const found = await ctx.read((tx) => namesOfDeviceUsers(tx, { device_user_references: references, groups }))
    return new Map(found.map(({ device_user_reference, name }) => [device_user_reference, name]))
  }
  const names: Partial<Record<Named['kind'], Names>> = {
    portal_user: await namesOfPeople(ctx, referencesOf('portal_user')),
    device_user: await deviceUsers(referencesOf('device_user')),
    review_queue: await namesOf('review_queue', namesOfQueues),
    completeness_statement: await namesOf('completeness_statement', namesOfStatements),
    carrier_import: await namesOf('carrier_import', namesOfCarrierFiles),
  }
  return ({ kind, reference }) => names[kind]?.get(reference) ?? null
}

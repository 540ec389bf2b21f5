import { Type } from 'typebox'
import { maxStoredInteger } from './limits.ts'
import { closed } from './nullable.ts'

/**
 * The `version` that the editor read, 0 for what does not exist yet. An edit of something that somebody else has changed
 * meanwhile is refused (`edit.conflict`), so that nothing is overwritten silently.
 */
export const Version = Type.Integer({ minimum: 0, maximum: maxStoredInteger, rule: 'Version' })

/**
 * For a change or deletion: the version that the person saw, so that no edit is overwritten or discarded unseen. The
 * specification has no versions: without one, whatever is stored is replaced or deleted.
 */
export const expectedVersion = { version: Type.Optional(Version) }
export const ExpectedVersionQuery = Type.Object(expectedVersion, closed)

import {
  type CallInput,
  type calls,
  checkTagDefinition,
  ProductError,
  type TagChange,
  type TagProblem,
  type TagRules,
  tagProblems,
} from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { tagDefinitions } from './tag-record.ts'
import { type DefinitionChange, updateInvalidGroups } from './update-invalid-groups.ts'

type Input = CallInput<typeof calls.putTag>

/** `PUT /tags/{tag_key}`: creates the definition or replaces it. With version 0, only creates it. */
export const putTag = async (ctx: RequestContext, { params, query, body }: Input): Promise<TagChange> => {
  const { version, ...rules } = body
  const forced = { force_update: query.force_update === true, accept_gains: query.accept_gains === true }
  const visits = await visitsOf(ctx)
  const change = { tag_key: params.tag_key, version, rules, ...forced, visits, madeBy: 'author' as const }
  return ctx.transaction((tx) => saveTag(ctx, tx, change))
}

/** What a definition is to become, and what its author accepts. */
export interface ChangedDefinition extends Omit<DefinitionChange, 'rules'> {
  version: number | undefined
  rules: TagRules
}

/** @throws ProductError `request.invalid`, `edit.conflict`, and those of `updateInvalidGroups` */
export const saveTag = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { version, rules, ...change }: ChangedDefinition,
): Promise<TagChange> => {
  const { tag_key } = change
  assertValidDefinition(rules)
  // Serialises changes of an account's groups and tags, so that the rules do not change while a group is checked.
  await bumpAccessVersion(tx)
  const before = await tagDefinitions.lock(tx, tag_key)
  assertVersion(version, before)
  const changed = await updateInvalidGroups(ctx, tx, { ...change, rules: { tag_key, ...rules } })
  if (before && changed.all.length === 0 && isUnchanged(rulesOf(before), rulesOf(rules))) {
    tx.audit('record.unchanged', { tag_key })
    return { tag: before, changed_groups: [], changed_total: 0 }
  }
  const save = before ? tagDefinitions.replace : tagDefinitions.insert
  const tag = await save(tx, tag_key, rules, ctx.actor.reference)
  tx.audit(before ? 'tag.updated' : 'tag.created', {
    tag_key,
    ...(before ? { before: rulesOf(before) } : {}),
    after: rules,
    changed_groups: changed.all,
  })
  return { tag, changed_groups: changed.named, changed_total: changed.all.length }
}

export const rulesOf = ({ tag_values, is_required, default_value }: TagRules): TagRules => ({
  tag_values,
  is_required,
  default_value,
})

const problemFields: Record<TagProblem, keyof TagRules> = {
  default_missing: 'default_value',
  values_missing: 'tag_values',
  default_not_allowed: 'default_value',
}

/** @throws ProductError `request.invalid` with the problems of the definition, at its fields */
export const assertValidDefinition = (rules: TagRules): void => {
  const problems = checkTagDefinition(rules).map((problem) => ({
    path: `/body/${problemFields[problem]}`,
    keyword: problem,
    params: {},
    message: tagProblems[problem],
  }))
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}

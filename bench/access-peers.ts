import { allActions } from '@holdfast/contract'
import type { AccessQuestion, Rule } from './access-rules.ts'
import type { Casbin, Casl, Cedar } from './setup/access-libraries.ts'

export interface Decider {
  readonly name: string
  decide(question: AccessQuestion): boolean
}

const beginningOf = (text: string): string => text.slice(0, -1)

const matchesText = (text: string, subjectText: string): boolean =>
  text.endsWith('*') ? subjectText.startsWith(beginningOf(text)) : subjectText === text

/** CASL applies the last rule that matches, so denials go last. It has no wildcards for actions, so they are listed. */
export const caslOf = ({ createMongoAbility, subject }: Casl, rules: readonly Rule[]): Decider => {
  const inOrder = [...rules].sort((left, right) => Number(left.isDenied) - Number(right.isDenied))
  const ability = createMongoAbility(
    inOrder.map((rule) => ({
      action: allActions.filter((action) => matchesText(rule.actions, action)) as string[],
      subject: 'Group',
      inverted: rule.isDenied,
      conditions: { name: caslName(rule), ...(rule.region ? { region: rule.region } : {}) },
    })),
  )
  const decide = ({ action, group, region }: AccessQuestion): boolean =>
    ability.can(action, subject('Group', { name: group.group_reference, region }))
  return { name: 'CASL', decide }
}

const caslName = ({ kind, name }: Rule): string | { $regex: RegExp } => {
  if (kind === 'exact') return name
  return { $regex: new RegExp(kind === 'regex' ? `^(?:${name})$` : `^${beginningOf(name)}`) }
}

const casbinModel = `
[request_definition]
r = act, name, region
[policy_definition]
p = act, kind, name, region, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = keyMatch(r.act, p.act) && (p.region == "any" || r.region == p.region) && ((p.kind == "text" && keyMatch(r.name, p.name)) || (p.kind == "regex" && regexMatch(r.name, p.name)))
`

export const casbinOf = async (casbin: Casbin, rules: readonly Rule[]): Promise<Decider> => {
  const { newEnforcer, newModelFromString, StringAdapter } = casbin
  const lines = rules.map(({ kind, actions, name, region, isDenied }) => {
    const matcher = kind === 'regex' ? `regex, ^(${name})$` : `text, ${name}`
    return `p, ${actions}, ${matcher}, ${region ?? 'any'}, ${isDenied ? 'deny' : 'allow'}`
  })
  const enforcer = await newEnforcer(newModelFromString(casbinModel), new StringAdapter(lines.join('\n')))
  const decide = ({ action, group, region }: AccessQuestion): boolean =>
    enforcer.enforceSync(action, group.group_reference, region)
  return { name: 'casbin', decide }
}

/** Cedar has no regexes: a rule with one lists what it matches. Policies are parsed before the measurement. */
export const cedarOf = ({ preparsePolicySet, statefulIsAuthorized }: Cedar, rules: readonly Rule[]): Decider => {
  const id = `bench ${rules.length} ${rules.some(({ kind }) => kind === 'regex')}`
  const parsed = preparsePolicySet(id, { staticPolicies: rules.map(cedarPolicy).join('\n') })
  if (parsed.type === 'failure') throw new Error(`Cedar: ${parsed.errors[0]?.message}`)
  const decide = ({ action, group, region }: AccessQuestion): boolean => {
    const answer = statefulIsAuthorized({
      principal: { type: 'User', id: 'a' },
      action: { type: 'Action', id: action },
      resource: { type: 'Group', id: group.group_reference },
      context: { action, name: group.group_reference, region },
      preparsedPolicySetId: id,
      entities: [],
    })
    if (answer.type === 'failure') throw new Error(`Cedar: ${answer.errors[0]?.message}`)
    return answer.response.decision === 'allow'
  }
  return { name: 'Cedar', decide }
}

const cedarPolicy = (rule: Rule): string => {
  const conditions = [
    cedarText('context.action', rule.actions),
    rule.kind === 'regex'
      ? `${JSON.stringify(rule.alternatives)}.contains(context.name)`
      : cedarText('context.name', rule.name),
    ...(rule.region ? [`context.region == "${rule.region}"`] : []),
  ]
  return `${rule.isDenied ? 'forbid' : 'permit'} (principal, action, resource) when { ${conditions.join(' && ')} };`
}

const cedarText = (attribute: string, text: string): string =>
  `${attribute} ${text.endsWith('*') ? 'like' : '=='} "${text}"`

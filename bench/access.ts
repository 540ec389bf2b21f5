import { accessFor, compileRoles, type Group } from '@holdfast/access'
import { casbinOf, caslOf, cedarOf, type Decider } from './access-peers.ts'
import { type AccessQuestion, asRole, questionsAbout, type Rule, rulesOf } from './access-rules.ts'

const counts = [10, 100, 1_000]
const roundMilliseconds = 200

const holdfastOf = async (rules: readonly Rule[]): Promise<Decider> => {
  const access = accessFor(compileRoles([asRole(rules)], { client: 'acme' }), { address: '10.0.0.1' })
  const decide = ({ action, group }: AccessQuestion): boolean => access.can(action, { group, payload_type: 'Call' })
  return { name: 'Holdfast', decide }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Decisions a second: the median of three rounds of at least 200 ms, after one to warm up. */
const rateOf = (decider: Decider, questions: readonly AccessQuestion[]): number => {
  const round = (): number => {
    const start = performance.now()
    let decisions = 0
    let elapsed = 0
    while (elapsed < roundMilliseconds) {
      const end = decisions + 50
      for (; decisions < end; decisions++) {
        const question = questions[decisions % questions.length]
        if (question) decider.decide(question)
      }
      elapsed = performance.now() - start
    }
    return (decisions / elapsed) * 1_000
  }
  round()
  return median([round(), round(), round()])
}

const mismatches = (decider: Decider, expected: readonly boolean[], questions: readonly AccessQuestion[]): number =>
  questions.filter((question, index) => decider.decide(question) !== expected[index]).length

const figure = (value: number): string => Math.round(value).toLocaleString('en-GB').padStart(12)

const compare = async (withRegexes: boolean): Promise<void> => {
  console.log(
    `\nAccess decisions, ${withRegexes ? 'exact, wildcard and regex rules' : 'exact and wildcard rules'} (decisions/s)`,
  )
  const ownRates: number[] = []
  for (const count of counts) {
    const rules = rulesOf(count, withRegexes)
    const questions = questionsAbout(count)
    const holdfast = await holdfastOf(rules)
    const expected = questions.map(holdfast.decide)
    const ownRate = rateOf(holdfast, questions)
    ownRates.push(ownRate)
    const allowed = expected.filter(Boolean).length
    console.log(`${String(count).padStart(6)} rules  Holdfast ${figure(ownRate)}   (${allowed} of 1,000 allowed)`)
    for (const peer of await Promise.all([caslOf(rules), casbinOf(rules), cedarOf(rules)])) {
      const wrong = mismatches(peer, expected, questions)
      const rate = rateOf(peer, questions)
      const ratio = (ownRate / rate).toFixed(1).padStart(9)
      console.log(`              ${peer.name.padEnd(8)} ${figure(rate)}   ratio ${ratio}×   mismatches ${wrong}`)
      if (wrong > 0) throw new Error(`${peer.name} decides ${wrong} of 1,000 questions otherwise.`)
    }
  }
  const [few = 0, , many = 1] = ownRates
  console.log(`A decision among 1,000 rules costs ${(few / many).toFixed(2)}× one among 10 (bar: 1.5×).`)
}

/** Which of 10,000 groups a person may see, nothing remembered, over 1,000 permissions (bar: 5 ms). */
const resolveGroups = (): void => {
  const groups: Group[] = Array.from({ length: 10_000 }, (_, index) => ({
    group_reference: `Desk ${String(index).padStart(4, '0')}`,
    tags: [
      { tag_key: 'region', tag_value: index % 2 ? 'EU' : 'UK' },
      { tag_key: 'cost centre', tag_value: `CC ${index % 500}` },
    ],
  }))
  const role = asRole(rulesOf(1_000, false))
  const once = (): { milliseconds: number; allowed: number } => {
    const access = accessFor(compileRoles([role], { client: 'acme' }), { address: '10.0.0.1' })
    const start = performance.now()
    const { length } = access.groupsFor('payloads:read', groups, 'Call')
    return { milliseconds: performance.now() - start, allowed: length }
  }
  const runs = Array.from({ length: 9 }, once)
  const milliseconds = median(runs.map((run) => run.milliseconds)).toFixed(2)
  const first = runs[0]?.milliseconds.toFixed(2)
  console.log(
    `\nGroups seen: ${runs[0]?.allowed} of 10,000 by 1,000 rules in ${milliseconds} ms (first ${first} ms; bar: 5 ms)`,
  )
}

/** Quality bar 2: access decisions beside CASL, casbin and Cedar, the same decisions on both sides. */
export const run = async (): Promise<void> => {
  await compare(false)
  await compare(true)
  resolveGroups()
}

if (import.meta.main) await run()

import { accessFor, compileRoles } from '@holdfast/access'
import { resolveGroups } from './access-groups.ts'
import { casbinOf, caslOf, cedarOf, type Decider } from './access-peers.ts'
import { type AccessQuestion, asRole, questionsAbout, type Rule, rulesOf } from './access-rules.ts'
import { median, processorMilliseconds } from './report.ts'
import { type AccessLibraries, accessLibraries } from './setup/access-libraries.ts'

const counts = [10, 100, 1_000]
const roundMilliseconds = 200

const holdfastOf = (rules: readonly Rule[]): Decider => {
  const access = accessFor(compileRoles([asRole(rules)], { client: 'acme' }), { address: '10.0.0.1' })
  const decide = ({ action, group }: AccessQuestion): boolean => access.can(action, { group, payload_type: 'Call' })
  return { name: 'Holdfast', decide }
}

/** Decisions a second on one core, measured over at least 200 ms. */
const rateOf = (decider: Decider, questions: readonly AccessQuestion[]): number => {
  const start = processorMilliseconds()
  let decisions = 0
  let elapsed = 0
  while (elapsed < roundMilliseconds) {
    const end = decisions + 50
    for (; decisions < end; decisions++) {
      const question = questions[decisions % questions.length]
      if (question) decider.decide(question)
    }
    elapsed = processorMilliseconds() - start
  }
  return (decisions / elapsed) * 1_000
}

const mismatches = (decider: Decider, expected: readonly boolean[], questions: readonly AccessQuestion[]): number =>
  questions.filter((question, index) => decider.decide(question) !== expected[index]).length

const figure = (value: number): string => Math.round(value).toLocaleString('en-GB').padStart(12)

interface Comparison {
  readonly count: number
  readonly questions: readonly AccessQuestion[]
  readonly deciders: readonly Decider[]
}

/** @param libraries `null` when they could not be installed */
const comparisonOf = async (
  count: number,
  withRegexes: boolean,
  libraries: AccessLibraries | null,
): Promise<Comparison> => {
  const rules = rulesOf(count, withRegexes)
  const deciders = [holdfastOf(rules)]
  if (libraries) {
    const { casl, casbin, cedar } = libraries
    deciders.push(caslOf(casl, rules), await casbinOf(casbin, rules), cedarOf(cedar, rules))
  }
  return { count, questions: questionsAbout(count), deciders }
}

/** The median of three rounds for each contender, which take turns, after one round to warm up. */
const ratesOf = (comparisons: readonly Comparison[]): number[][] => {
  const round = (): number[][] =>
    comparisons.map(({ deciders, questions }) => deciders.map((decider) => rateOf(decider, questions)))
  round()
  const rounds = [round(), round(), round()]
  return comparisons.map(({ deciders }, comparison) =>
    deciders.map((_, decider) => median(rounds.map((rates) => rates[comparison]?.[decider] ?? 0))),
  )
}

const printComparison = ({ count, questions, deciders }: Comparison, rates: readonly number[]): void => {
  const [own = 0] = rates
  const expected = questions.map((question) => deciders[0]?.decide(question) ?? false)
  console.log(`  ${count.toLocaleString('en-GB')} rules, ${expected.filter(Boolean).length} of 1,000 questions allowed`)
  deciders.forEach((decider, index) => {
    const rate = rates[index] ?? 0
    const wrong = mismatches(decider, expected, questions)
    const ratio = `${(own / rate).toFixed(1)}×`.padStart(9)
    console.log(`    ${decider.name.padEnd(8)} ${figure(rate)}   ratio ${ratio}   mismatches ${wrong}`)
    if (wrong > 0) throw new Error(`${decider.name} decides ${wrong} of 1,000 questions differently.`)
  })
}

const compare = async (kinds: string, withRegexes: boolean, libraries: AccessLibraries | null): Promise<void> => {
  const comparisons = await Promise.all(counts.map((count) => comparisonOf(count, withRegexes, libraries)))
  const rates = ratesOf(comparisons)
  console.log(`\nAccess decisions, ${kinds} (decisions/s on one core; bar: 1,000,000 without regexes)`)
  comparisons.forEach((comparison, index) => {
    printComparison(comparison, rates[index] ?? [])
  })
  const [few = 0, , many = 1] = rates.map(([own = 0]) => own)
  console.log(`  A decision among 1,000 rules costs ${(few / many).toFixed(2)}× one among 10 (bar: 1.5×)`)
}

/** Quality bar 2: access decisions beside CASL, casbin and Cedar, which must decide alike. */
export const run = async (): Promise<undefined> => {
  resolveGroups()
  const libraries = await accessLibraries().catch((error: unknown) => {
    console.log(`\nWithout CASL, casbin and Cedar: ${error instanceof Error ? error.message : error}`)
    return null
  })
  await compare('exact and wildcard rules', false, libraries)
  await compare('exact, wildcard and regex rules', true, libraries)
}

if (import.meta.main) await run()

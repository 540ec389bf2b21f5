import type { ClauseResult } from './findings.ts'
import type { CheckReport } from './run-check.ts'

const page = 'docs/device-calls.md'
const words = { passed: 'passed', failed: 'FAILED', 'not exercised': 'not exercised' } as const

/** The lines of a report: one for each clause, and under a failed one what was expected and seen. */
export const reportLines = ({ results, recordings, authentications }: CheckReport): string[] => {
  const width = Math.max(...results.map(({ clause }) => clause.length)) + 2
  const count = (result: ClauseResult['result']) => results.filter((each) => each.result === result).length
  return [
    ...results.flatMap(({ clause, result, text, section, failures }) => [
      `${words[result].padEnd(15)}${clause.padEnd(width)}${text}`,
      ...(failures.length > 0 ? [`    ${page}#${section}`] : []),
      ...failures.flatMap(({ expected, seen }) => [`    expected: ${expected}`, `    seen:     ${seen}`]),
    ]),
    '',
    `${recordings} recordings, ${authentications} authentications: ${count('passed')} clauses passed, ${count('failed')} failed, ${count('not exercised')} not exercised.`,
  ]
}

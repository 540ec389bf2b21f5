import { readFileSync } from 'node:fs'
import { type CallDeclaration, calls, limits, ownLimits, unusualMarks, unusualThresholds } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'

/** docs/decisions/0009-limits.md must name every limit that the specification does not set, and no other. */
const page = readFileSync(new URL('../../docs/decisions/0009-limits.md', import.meta.url), 'utf8')
const section = (title: string): string => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const cells = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** Field rules whose limits come from the specification (rules-and-calls section 5). */
const specified = new Set([
  'ClientAppReference',
  'DeviceUserReference',
  'Email',
  'FirstName',
  'GroupReference',
  'Imei',
  'MessageId',
  'OAuth2Code',
  'PayloadReference',
  'PhoneNumber',
  'PhoneNumberLocal',
  'RoleReference',
  'Surname',
  'TagKey',
  'TagValue',
  'TransferConfigReference',
  'UserReference',
])

/** All upper limits in a schema. */
const boundsIn = (schema: unknown): number[] => {
  if (schema === null || typeof schema !== 'object') return []
  if (Array.isArray(schema)) return schema.flatMap(boundsIn)
  const { rule, maxLength, maxItems, maximum, ...rest } = schema as Record<string, unknown>
  const own = specified.has(String(rule)) ? [] : [maxLength, maxItems, maximum]
  return [...own.filter((bound) => typeof bound === 'number'), ...Object.values(rest).flatMap(boundsIn)]
}

/** Values that are no limits of ours: the largest double, integers and port. */
const unbounded = new Set([Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1])
const boundsOf = (chosen: (call: CallDeclaration) => boolean): Set<number> =>
  new Set(
    Object.values(calls as Record<string, CallDeclaration>)
      .filter(chosen)
      .flatMap(({ params, query, body }) => boundsIn([params, query, body]))
      .filter((bound) => !unbounded.has(bound)),
  )

const constants: readonly number[] = Object.values(limits)
const inlineBase64Characters = 4 * Math.ceil(limits.maxInlineContentBytes / 3)
const isOfHandsets = (call: CallDeclaration) => call.catalogue === 'device' || call === calls.verifyDevice

describe('the page of limits', () => {
  it('lists each limit constant with its value', () => {
    const rows = cells(section('Constants')).slice(2)
    expect(Object.fromEntries(rows.map(([, name, number]) => [name?.replaceAll('`', ''), Number(number)]))).toEqual(
      ownLimits,
    )
    expect(rows.filter(([, , , what, why]) => !what || !why)).toEqual([])
  })

  it("lists each limit on a field of people's calls", () => {
    const listed = new Set(
      cells(section("Fields of people's calls"))
        .slice(2)
        .map(([, , number]) => Number(number)),
    )
    const bounds = boundsOf((call) => !isOfHandsets(call))
    expect([...bounds].filter((bound) => !listed.has(bound) && !constants.includes(bound))).toEqual([])
    expect([...listed].filter((bound) => !bounds.has(bound))).toEqual([])
  })

  it('lists all limits on what handsets send', () => {
    const known = [...constants, inlineBase64Characters]
    // The message of a command report has a limit of ours.
    expect([...boundsOf(isOfHandsets)].filter((bound) => !known.includes(bound))).toEqual(
      [1000].filter((n) => !known.includes(n)),
    )
  })

  it('lists each mark, and the values from which a recording gets it', () => {
    const text = section('What is marked')
    expect(unusualMarks.filter((mark) => !text.includes(`\`${mark}\``))).toEqual([])
    expect(Object.values(unusualThresholds).filter((number) => !new RegExp(`\\b${number}\\b`).test(text))).toEqual([])
  })
})

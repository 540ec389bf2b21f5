import { calls, type Payload } from '@holdfast/contract'
import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { batched } from '../found/batched.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'

type Holdable = Pick<Payload, 'payload_reference' | 'device_user_reference' | 'group' | 'payload_state'>

const freshMs = 60_000
/** Each has up to three targets, of which a call takes a hundred. */
const mostAtOnce = 33
/** Rows that somebody scrolls past are asked for together. */
const waitMs = 150
const types = ['DeviceUser', 'Group', 'Payload'] as const

/** The account that is shown: it may be another one once others were waited for. */
const accountNow = (): string => {
  const { client, support } = session.state()
  return `${client} ${support?.requestReference ?? ''}`
}

const keyOf = ({ payload_reference, device_user_reference, group }: Holdable) =>
  JSON.stringify([accountNow(), device_user_reference, group, payload_reference])

/** The recordings with an active hold on themselves, their person or their group. */
const readHeld = batched(
  async (asked) => {
    const partsOf = (key: string) => JSON.parse(key) as (string | null)[]
    const targetsOf = (key: string) => partsOf(key).slice(1)
    const keys = asked.filter((key) => partsOf(key)[0] === accountNow())
    if (keys.length === 0) return new Map()
    const targets = [...new Set(keys.flatMap(targetsOf).filter((target) => target !== null))]
    const held = new Set<string>()
    let last_key: string | null = null
    do {
      const query = { filter: { target_types: [...types], targets }, limit: 100, ...(last_key && { last_key }) }
      const answer: object = await readApi(calls.listLegalHolds, { query, isPortalRead: true })
      const page = answer as { items: readonly { target_type: string; target: string }[]; last_key: string | null }
      for (const { target_type, target } of page.items) held.add(`${target_type} ${target}`)
      last_key = page.last_key
    } while (last_key !== null)
    const isHeld = (key: string) => targetsOf(key).some((target, place) => held.has(`${types[place]} ${target}`))
    return new Map(keys.map((key) => [key, isHeld(key)]))
  },
  mostAtOnce,
  waitMs,
)

/** Keys that begin like this are stale once a hold is placed or released. */
const keyOfQuery = (what: string) => {
  const { client, support } = session.state()
  const { catalogue, path } = calls.listLegalHolds
  return ['one', catalogue, path, client, support?.requestReference ?? null, what]
}

/**
 * Whether a hold keeps a recording: its person's, its group's or its own. Rows in view are answered by one call, and none if there are no
 * holds. Nothing keeps what is destroyed.
 */
const useIsHeld = (payload: Holdable): boolean => {
  const can = useCan()
  useSession()
  const mayRead = can('legal_holds:read') && payload.payload_state !== 'Destroyed'
  const { data: hasAny } = useQuery({
    queryKey: keyOfQuery('any'),
    queryFn: async () => {
      const query = { filter: { target_types: [...types] }, limit: 1 }
      const answer = await readApi(calls.listLegalHolds, { query, isPortalRead: true })
      return 'items' in answer && answer.items.length > 0
    },
    staleTime: freshMs,
    enabled: mayRead,
  })
  const key = keyOf(payload)
  const { data } = useQuery({
    queryKey: keyOfQuery(key),
    queryFn: async () => (await readHeld(key)) ?? false,
    staleTime: freshMs,
    enabled: mayRead && hasAny === true,
  })
  return mayRead && hasAny === true && data === true
}

/** Marks a recording in a list that a hold keeps, for people who may see holds. */
export const HeldMark = ({ payload }: { payload: Holdable }) => {
  const t = useText()
  if (!useIsHeld(payload)) return null
  return (
    <Tooltip label={t('holds.on_hold')}>
      <IconLock size={15} stroke={1.8} role="img" aria-label={t('holds.on_hold')} />
    </Tooltip>
  )
}

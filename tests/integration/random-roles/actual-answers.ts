import type { Dashboard, Group, PortalUser, UserActivity, UserProfile } from '@holdfast/contract'
import { mapConcurrently } from '../../setup/map-concurrently.ts'
import type { TestServer } from '../../setup/server.ts'
import type { PlainAnswers } from './expected-answers.ts'
import { apps, chronicler, client, devices, deviceUsers, groups, people, recordings, trail } from './fixtures.ts'

const atOnce = 6

/** Reads every list, total, detail and statistic of things that belong to groups, as one person. */
export class SeenAnswers {
  readonly #server: TestServer
  readonly #headers: Record<string, string>

  constructor(server: TestServer, token: string, address: string) {
    this.#server = server
    this.#headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  }

  /** Everything but live events. `onDashboard` is null when the dashboard is refused. */
  async all(): Promise<Omit<PlainAnswers, 'events' | 'onDashboard'> & { onDashboard: object | null }> {
    const [admin, recorded] = [`/api/admin/v1/${client}`, `/api/client/v1/${client}`]
    const references = <T>(path: string, of: (item: T) => string, query = '') => this.#listed(path, of, query)
    const payloads = async (path: string, query = '') =>
      (await references(path, (one: { payload_reference: string }) => one.payload_reference, query)).sort()
    const profile = await this.#get<UserProfile>(`${admin}/profile`)
    const seen = {
      ofProfile: profile?.groups ?? [],
      groups: await references(`${admin}/groups`, groupWithCounts),
      devices: await references(`${admin}/devices`, (one: { device_reference: string }) => one.device_reference),
      deviceUsers: await references(
        `${admin}/users`,
        (one: { device_user_reference: string }) => one.device_user_reference,
      ),
      onDashboard: onDashboard(await this.#get<Dashboard>(`${admin}/dashboard`)),
      payloads: await payloads(`${recorded}/payloads`),
      payloadsInLegal: await payloads(`${recorded}/payloads`, 'filter[groups][0]=Legal'),
      callsAlone: await payloads(`${recorded}/payloads`, 'filter[payload_types][0]=Call&filter[is_late]=false'),
      payloadsOfDevices: await this.#each(devices, ({ device_reference: one }) =>
        payloads(`${recorded}/devices/${encodeURIComponent(one)}/payloads`),
      ),
      payloadsOfUsers: await this.#each(deviceUsers, ({ device_user_reference: one }) =>
        payloads(`${recorded}/users/${encodeURIComponent(one)}/payloads`),
      ),
      playable: await this.#playable(recorded),
      trail: await this.#trail(admin),
      apps: (await references(`${admin}/account/apps`, (one: { app_reference: string }) => one.app_reference)).sort(),
      people: await this.#people(admin),
      ofTheAccount: await this.#ofTheAccount(admin),
    }
    await this.#detailsAgree(seen, admin, recorded)
    return seen
  }

  /** Null when it is refused or does not exist. */
  async #get<T>(path: string): Promise<T | null> {
    const response = await this.#server.call('GET', path, { headers: this.#headers })
    if (response.status === 403 || response.status === 404) return response.arrayBuffer().then(() => null)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /** Reads a list page by page, and checks that its total agrees. A refused list counts as empty. */
  async #listed<T, R>(path: string, of: (item: T) => R, query = ''): Promise<R[]> {
    const found: R[] = []
    let next = ''
    do {
      const page = await this.#get<{ items: T[]; last_key: string | null }>(`${path}?${query}&limit=5${next}`)
      found.push(...(page?.items ?? []).map(of))
      next = page?.last_key ? `&last_key=${encodeURIComponent(page.last_key)}` : ''
    } while (next)
    const counted = await this.#get<{ total: number }>(`${path}?${query}&query_result_type=total`)
    if ((counted?.total ?? 0) !== found.length)
      throw new Error(`${path}?${query} counts ${counted?.total}, and has ${found}`)
    return found
  }

  async #each<T, R>(things: readonly T[], ask: (thing: T) => Promise<R>): Promise<R[]> {
    const answers = await mapConcurrently([...things.keys()], atOnce, (index) => ask(things[index] as T))
    return [...answers].sort(([left], [right]) => left - right).map(([, answer]) => answer)
  }

  async #playable(recorded: string): Promise<string[]> {
    const statuses = await this.#each(recordings, async ({ payload_reference: one }) => {
      const data = await this.#get<{ status: string }>(`${recorded}/payloads/${one}/data?action=play`)
      return { one, isGiven: data?.status === 'Ok' }
    })
    return statuses.flatMap(({ one, isGiven }) => (isGiven ? one : [])).sort()
  }

  /** Reads both trails, and checks that they agree. */
  async #trail(admin: string): Promise<(string | null)[]> {
    const group = (one: UserActivity) => one.group
    const ofPeople = await this.#listed(`${admin}/activities`, group, `filter[user_id]=${chronicler}`)
    const ofDevices = await this.#listed(`${admin}/device_activities`, group)
    const inOrder = trail.filter((one) => ofPeople.includes(one))
    const alike = [ofPeople, ofDevices].map((seen) => JSON.stringify([...seen].map(String).sort()))
    if (alike[0] !== alike[1] || inOrder.length !== ofPeople.length) throw new Error(`trails differ: ${alike}`)
    return inOrder
  }

  async #people(admin: string): Promise<[string, string | null][]> {
    const told = await this.#listed(
      `${admin}/portal_users`,
      ({ user_reference, user_group }: PortalUser) => [user_reference, user_group] as [string, string | null],
      'filter[search]=person of',
    )
    return told.filter(([reference]) => people.some(({ user_reference }) => user_reference === reference))
  }

  async #ofTheAccount(admin: string) {
    const paths = {
      'roles:read': '/roles',
      'tags:read': '/tags',
      'account:read': '/account/defaults',
      'support_access:read': '/supportaccess',
    } as const
    const answers = await this.#each(Object.entries(paths), async ([action, path]) =>
      (await this.#get(admin + path)) === null ? [] : [action as keyof typeof paths],
    )
    return answers.flat()
  }

  /** Checks that exactly the listed things have details. */
  async #detailsAgree(
    seen: Record<'groups' | 'devices' | 'deviceUsers' | 'payloads' | 'apps', string[]>,
    admin: string,
    recorded: string,
  ) {
    const details: [path: string, listed: readonly string[], all: readonly string[]][] = [
      [`${admin}/groups/`, seen.groups, groups.map(({ group_reference }) => group_reference)],
      [`${admin}/devices/`, seen.devices, devices.map(({ device_reference }) => device_reference)],
      [`${admin}/users/`, seen.deviceUsers, deviceUsers.map(({ device_user_reference }) => device_user_reference)],
      [`${admin}/account/apps/`, seen.apps, apps.map(({ app_reference }) => app_reference)],
      [`${recorded}/payloads/`, seen.payloads, recordings.map(({ payload_reference }) => payload_reference)],
    ]
    for (const [path, listed, all] of details) {
      const open = await this.#each(all, async (one) =>
        (await this.#get(path + encodeURIComponent(one))) ? [one] : [],
      )
      const told = JSON.stringify(open.flat().sort())
      if (told !== JSON.stringify([...listed].sort()))
        throw new Error(`details under ${path}: ${told}, listed: ${listed}`)
    }
  }
}

/** Checks the counts of a group, which has one device and one user, and returns its reference. */
const groupWithCounts = ({ group_reference, stats }: Group): string => {
  if (stats.device_users === 1 && stats.actual_devices === 1) return group_reference
  throw new Error(`${group_reference} counts ${JSON.stringify(stats)}`)
}

const onDashboard = (dashboard: Dashboard | null) =>
  dashboard && { devices: dashboard.devices.activated, users: dashboard.users.onboarded }

import type { Dashboard, Group, PortalUser, UserActivity, UserProfile } from '@holdfast/contract'
import { mapConcurrently } from '../../setup/map-concurrently.ts'
import type { TestServer } from '../../setup/server.ts'
import type { ExpectedAnswers } from './expected-answers.ts'
import { apps, client, devices, deviceUsers, entryAuthor, groups, people, recordings, trail } from './fixtures.ts'

const concurrency = 6

/** Reads every list, total, detail and statistic of things that belong to groups, as one person. */
export class ActualAnswers {
  readonly #server: TestServer
  readonly #headers: Record<string, string>

  constructor(server: TestServer, token: string, address: string) {
    this.#server = server
    this.#headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  }

  /** Everything but live events. `onDashboard` is null when the dashboard is refused. */
  async all(): Promise<Omit<ExpectedAnswers, 'events' | 'onDashboard'> & { onDashboard: object | null }> {
    const [adminPath, clientPath] = [`/api/admin/v1/${client}`, `/api/client/v1/${client}`]
    const references = <T>(path: string, of: (item: T) => string, query = '') => this.#listed(path, of, query)
    const payloads = async (path: string, query = '') =>
      (await references(path, (one: { payload_reference: string }) => one.payload_reference, query)).sort()
    const profile = await this.#get<UserProfile>(`${adminPath}/profile`)
    const seen = {
      profileGroups: profile?.groups ?? [],
      groups: await references(`${adminPath}/groups`, groupWithCounts),
      devices: await references(`${adminPath}/devices`, (one: { device_reference: string }) => one.device_reference),
      deviceUsers: await references(
        `${adminPath}/users`,
        (one: { device_user_reference: string }) => one.device_user_reference,
      ),
      onDashboard: onDashboard(await this.#get<Dashboard>(`${adminPath}/dashboard`)),
      payloads: await payloads(`${clientPath}/payloads`),
      payloadsInLegal: await payloads(`${clientPath}/payloads`, 'filter[groups][0]=Legal'),
      calls: await payloads(`${clientPath}/payloads`, 'filter[payload_types][0]=Call&filter[is_late]=false'),
      payloadsOfDevices: await this.#each(devices, ({ device_reference: one }) =>
        payloads(`${clientPath}/devices/${encodeURIComponent(one)}/payloads`),
      ),
      payloadsOfUsers: await this.#each(deviceUsers, ({ device_user_reference: one }) =>
        payloads(`${clientPath}/users/${encodeURIComponent(one)}/payloads`),
      ),
      playable: await this.#playable(clientPath),
      trail: await this.#trail(adminPath),
      apps: (
        await references(`${adminPath}/account/apps`, (one: { app_reference: string }) => one.app_reference)
      ).sort(),
      people: await this.#people(adminPath),
      accountActions: await this.#accountActions(adminPath),
    }
    await this.#checkDetails(seen, adminPath, clientPath)
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

  async #each<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
    const answers = await mapConcurrently([...items.keys()], concurrency, (index) => ask(items[index] as T))
    return [...answers].sort(([left], [right]) => left - right).map(([, answer]) => answer)
  }

  async #playable(clientPath: string): Promise<string[]> {
    const statuses = await this.#each(recordings, async ({ payload_reference: one }) => {
      const data = await this.#get<{ status: string }>(`${clientPath}/payloads/${one}/data?action=play`)
      return { one, isGiven: data?.status === 'Ok' }
    })
    return statuses.flatMap(({ one, isGiven }) => (isGiven ? one : [])).sort()
  }

  /** Reads both trails, and checks that they agree. */
  async #trail(adminPath: string): Promise<(string | null)[]> {
    const group = (one: UserActivity) => one.group
    const ofPeople = await this.#listed(`${adminPath}/activities`, group, `filter[user_id]=${entryAuthor}`)
    const ofDevices = await this.#listed(`${adminPath}/device_activities`, group)
    const groupsOfPeople = trail.filter((one) => ofPeople.includes(one))
    const sorted = [ofPeople, ofDevices].map((seen) => JSON.stringify([...seen].map(String).sort()))
    if (sorted[0] !== sorted[1] || groupsOfPeople.length !== ofPeople.length)
      throw new Error(`trails differ: ${sorted}`)
    return groupsOfPeople
  }

  async #people(adminPath: string): Promise<[string, string | null][]> {
    const found = await this.#listed(
      `${adminPath}/portal_users`,
      ({ user_reference, user_group }: PortalUser) => [user_reference, user_group] as [string, string | null],
      'filter[search]=person of',
    )
    return found.filter(([reference]) => people.some(({ user_reference }) => user_reference === reference))
  }

  async #accountActions(adminPath: string) {
    const paths = {
      'roles:read': '/roles',
      'tags:read': '/tags',
      'account:read': '/account/defaults',
      'support_access:read': '/supportaccess',
    } as const
    const answers = await this.#each(Object.entries(paths), async ([action, path]) =>
      (await this.#get(adminPath + path)) === null ? [] : [action as keyof typeof paths],
    )
    return answers.flat()
  }

  /** Checks that exactly the listed things have details. */
  async #checkDetails(
    seen: Record<'groups' | 'devices' | 'deviceUsers' | 'payloads' | 'apps', string[]>,
    adminPath: string,
    clientPath: string,
  ) {
    const details: [path: string, listed: readonly string[], all: readonly string[]][] = [
      [`${adminPath}/groups/`, seen.groups, groups.map(({ group_reference }) => group_reference)],
      [`${adminPath}/devices/`, seen.devices, devices.map(({ device_reference }) => device_reference)],
      [`${adminPath}/users/`, seen.deviceUsers, deviceUsers.map(({ device_user_reference }) => device_user_reference)],
      [`${adminPath}/account/apps/`, seen.apps, apps.map(({ app_reference }) => app_reference)],
      [`${clientPath}/payloads/`, seen.payloads, recordings.map(({ payload_reference }) => payload_reference)],
    ]
    for (const [path, listed, all] of details) {
      const open = await this.#each(all, async (one) =>
        (await this.#get(path + encodeURIComponent(one))) ? [one] : [],
      )
      const found = JSON.stringify(open.flat().sort())
      if (found !== JSON.stringify([...listed].sort()))
        throw new Error(`details under ${path}: ${found}, listed: ${listed}`)
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

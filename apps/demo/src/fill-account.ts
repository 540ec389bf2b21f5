import { beginHistory, bumpAccessVersion, savePortalUser, type TenantTransaction } from '@holdfast/server'
import { type DemoCustomer, demoServices } from './demo-customers.ts'
import { demoPerson } from './demo-people.ts'

const maker = 'demo'
const onboardedDaysAgo = 120
const dayMs = 86_400_000

/** Inserts a demonstration customer's groups, tags, roles, client apps, device users and account settings. */
export const fillAccount = async (tx: TenantTransaction, customer: DemoCustomer): Promise<void> => {
  const made = { client: tx.client, created_at: tx.now, updated_at: tx.now, updated_by: maker }
  if (customer.groups.length > 0) {
    await tx.db
      .insertInto('groups')
      .values(
        customer.groups.map(({ group_reference, tags }) => ({ ...made, group_reference, tags: JSON.stringify(tags) })),
      )
      .execute()
  }
  const tags = demoTags(customer)
  if (tags.length > 0) {
    await tx.db
      .insertInto('tag_definitions')
      .values(tags.map((tag) => ({ ...made, ...tag })))
      .execute()
  }
  if (customer.roles.length > 0) {
    await tx.db
      .insertInto('roles')
      .values(
        customer.roles.map(({ role_reference, description, permissions }) => ({
          ...made,
          role_reference,
          description,
          permissions: JSON.stringify(permissions),
          alert_permissions: '{}',
          is_alertable: false,
          is_system: false,
        })),
      )
      .execute()
  }
  if (customer.apps.length > 0) {
    await tx.db
      .insertInto('client_apps')
      .values(
        customer.apps.map(({ oidc_config, roles, cidr_ranges, ...app }) => ({
          ...made,
          ...app,
          ...oidc_config,
          roles: [...roles],
          cidr_ranges: cidr_ranges && [...cidr_ranges],
        })),
      )
      .execute()
  }
  const people = demoDeviceUsers(customer)
  if (people.length > 0) {
    const onboard_date = new Date(tx.now.getTime() - onboardedDaysAgo * dayMs)
    await tx.db
      .insertInto('device_users')
      .values(
        people.map((person, number) => ({
          ...made,
          ...person,
          services: [...demoServices],
          expected_device_count: 1,
          is_active: !hasLeft(number),
          onboard_date,
          offboard_date: hasLeft(number) ? tx.now : null,
          is_legacy: false,
        })),
      )
      .execute()
  }
  await tx.db
    .insertInto('account_settings')
    .values({
      ...made,
      is_word_search_on: true,
      is_asking_before_pictures: false,
      dispositions: customer.dispositions ? JSON.stringify(customer.dispositions) : null,
    })
    .execute()
  if (customer.groups.length > 0) await letPeopleIn(tx, customer)
  await bumpAccessVersion(tx)
}

/** Adds the customer's people and the beginning of the access history, at the time when the account was set up. */
const letPeopleIn = async (tx: TenantTransaction, { client, people }: DemoCustomer): Promise<void> => {
  const then = { ...tx, now: new Date(tx.now.getTime() - onboardedDaysAgo * dayMs) }
  await beginHistory(then)
  const issued_at_s = Math.floor(then.now.getTime() / 1000)
  for (const { user_reference, name, roles, user_group } of people) {
    const email = emailOf(client, user_reference)
    const claims = { user_reference, name, email, roles, user_group, issued_at_s, expires_at_s: issued_at_s }
    await savePortalUser({ ...then, now: new Date(then.now.getTime() + 1) }, claims)
  }
}

export const emailOf = (client: string, user_reference: string): string => `${user_reference}@${client}.example`

/** Tag definitions for the keys and values that the customer's groups have. */
const demoTags = ({ groups }: DemoCustomer) => {
  const tags = groups.flatMap((group) => group.tags)
  const keys = [...new Set(tags.map(({ tag_key }) => tag_key))]
  return keys.map((key) => ({
    tag_key: key,
    tag_values: [...new Set(tags.filter(({ tag_key }) => tag_key === key).map(({ tag_value }) => tag_value))],
    is_required: false,
    default_value: null,
  }))
}

/** Some device users are offboarded, so that the demonstration shows both states. */
export const hasLeft = (number: number): boolean => number % 23 === 22

/** The customer's device users with their groups, in a fixed order. */
export const demoDeviceUsers = ({ client, locale, groups }: DemoCustomer) =>
  groups
    .flatMap(({ group_reference, users }) => Array.from({ length: users }, () => group_reference))
    .map((group, number) => ({ ...demoPerson(client, locale, number), group }))

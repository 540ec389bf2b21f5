import type { Device } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, isAnyOf, isEqual, queryBuilder } from '../../platform/database/index.ts'

interface Reported {
  phone_number: string
  device_reference: string
}

const isActive = ({ removed_at, is_deactivated, is_blocked }: Device): boolean =>
  removed_at === null && !is_deactivated && !is_blocked

/** The numbers of the latest report, which come first; a device keeps those that it reported before (`verifiedPhoneNumbers`). */
const numbersOf = ({ phone_numbers }: Device): string[] =>
  phone_numbers.flatMap(({ phone_number, last_verified }) =>
    phone_number !== null && last_verified === phone_numbers[0]?.last_verified ? phone_number : [],
  )

/**
 * Adds to each device, if it is active, the numbers that other active devices report as well: a number belongs to one SIM, so one of
 * these reports is out of date, or a copy. Devices in groups that the caller may not see are left out.
 */
export const withSharedNumbers = async (ctx: RequestContext, devices: readonly Device[]): Promise<Device[]> => {
  const numbers = new Set(devices.filter(isActive).flatMap(numbersOf))
  const reported = numbers.size === 0 ? [] : await activeDevicesReporting(ctx, [...numbers])
  const byNumber = Map.groupBy(reported, ({ phone_number }) => phone_number)
  return devices.map((device) => {
    const own = isActive(device) ? new Set(numbersOf(device)) : []
    const shared_numbers = [...own].flatMap((phone_number) => {
      const others = (byNumber.get(phone_number) ?? [])
        .map(({ device_reference }) => device_reference)
        .filter((reference) => reference !== device.device_reference)
      return others.length > 0 ? [{ phone_number, device_references: others.slice(0, maxNamed) }] : []
    })
    return { ...device, shared_numbers }
  })
}

const maxNamed = 20

/** `phone_number_periods` finds the devices by number. A device that has reported other numbers since is left out. */
const activeDevicesReporting = async (ctx: RequestContext, numbers: readonly string[]): Promise<Reported[]> => {
  const mayRead = allOf([isAnyOf('group', await ctx.groupsFor('devices:read'))])
  const found = sql<Reported>`select distinct period.phone_number, period.device_reference
    from phone_number_periods period
    where ${allOf([isEqual('client', ctx.client), isAnyOf('phone_number', numbers)])}
      and exists (select from devices where client = ${ctx.client} and device_reference = period.device_reference
        and removed_at is null and not is_deactivated and not is_blocked and ${mayRead}
        and phone_numbers @> jsonb_build_array(jsonb_build_object('phone_number', period.phone_number,
          'last_verified', phone_numbers -> 0 -> 'last_verified')))
    order by period.phone_number, period.device_reference`
  return ctx.readOnce<Reported>(found.compile(queryBuilder))
}

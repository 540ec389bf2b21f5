import { accessesFromEverywhere } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import { loadAccountCidrRanges, type Session } from '../../core/authorization/index.ts'
import type { Platform } from '../../core/platform.ts'

/** Somebody for whom a report is counted. */
export interface Reader {
  client: string
  session: Session
  /** Where their rights were taken from. */
  address: string
}

/** An address that is nobody's (RFC 5737): roles that are limited to networks allow nothing from it. */
const elsewhere = '192.0.2.1'

/**
 * The rights for an e-mail, which can be read anywhere: those that the person's roles give from anywhere. If these or the account admit
 * them from certain networks only, those that they have from one of these.
 * @returns `null` if they may not get reports, or are not in the account any more
 */
export const readerOf = async (
  { authorization, database }: Pick<Platform, 'authorization' | 'database'>,
  client: string,
  user_reference: string,
): Promise<Reader | null> => {
  try {
    const anywhere = await authorization.sessionOf(client, user_reference, elsewhere)
    const account_cidr_ranges = await database.read(client, loadAccountCidrRanges)
    const others = accessesFromEverywhere(anywhere.access.roles, { account_cidr_ranges }).map(({ address }) => address)
    for (const address of [elsewhere, ...others]) {
      const session = await authorization.sessionOf(client, user_reference, address)
      const { access, accepted_terms, is_address_admitted } = session
      if (accepted_terms && is_address_admitted && access.mayAtAll('reports:read')) return { client, session, address }
    }
    return null
  } catch (error) {
    if (error instanceof ProductError && error.code === 'auth.inactive') return null
    throw error
  }
}

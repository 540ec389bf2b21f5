import type { Access } from '@holdfast/access'
import { anonymous, type Principal } from './principals.ts'

/** Who a call is from and for which account, before its input is looked at. */
export interface Admission {
  client: string
  principal: Principal
  access: Access | null
  /** False for people outside the account's ranges, whom few calls are open to (`outsideAccountRanges`). */
  is_address_admitted: boolean
  /** Of the account's roles and groups, as `access` was made from; null where nobody's roles were read. */
  access_version: number | null
  /** When the person's token was issued, in seconds since 1970; null where nobody showed one. */
  token_issued_at_s: number | null
}

export const nobodyYet = (client: string): Admission => ({
  client,
  principal: anonymous,
  access: null,
  is_address_admitted: true,
  access_version: null,
  token_issued_at_s: null,
})

import type { Access } from '@holdfast/access'
import { anonymous, type Principal } from '../authorization/index.ts'

/** The caller and the account of a call, before its input is validated. */
export interface Admission {
  client: string
  principal: Principal
  access: Access | null
  /** `false` for people outside the account's ranges, who may make few calls (`outsideAccountRanges`). */
  is_address_admitted: boolean
  /** The version of the account's roles and groups from which `access` was made; `null` where no roles were read. */
  access_version: number | null
  /** When the caller's token was issued, in seconds since 1970; `null` without a token. */
  token_issued_at_s: number | null
}

export const anonymousAdmission = (client: string): Admission => ({
  client,
  principal: anonymous,
  access: null,
  is_address_admitted: true,
  access_version: null,
  token_issued_at_s: null,
})

import { randomInt } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

/** Crockford base32: no I, L, O and U. Ten characters have 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeCharacters = 10
const macPurpose = 'one-time code'
const deletedAtOnce = 20

/** A code as people read it: two times five characters. */
export const newOneTimeCode = (): string => {
  const characters = Array.from({ length: codeCharacters }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${characters.slice(0, 5)}-${characters.slice(5)}`
}

/** What people type for a code, without what does not matter. */
const typedCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[ -]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** The database has only this, which is useless without the installation's master key. */
const macOf = (keys: Keys, client: string, code: string): string =>
  Buffer.from(keys.mac(macPurpose, `${client}\n${typedCode(code)}`)).toString('base64url')

interface NewCode {
  code: string
  device_user_reference: string
  expires_at: Date
  created_by: string
}

/** Stores a code of a person. An earlier one, used or not, ends. */
export const insertOneTimeCode = async (tx: TenantTransaction, keys: Keys, { code, ...of }: NewCode): Promise<void> => {
  const { client, now, db } = tx
  await deleteExpiredCodes(tx)
  await db
    .deleteFrom('one_time_codes')
    .where('client', '=', client)
    .where('device_user_reference', '=', of.device_user_reference)
    .execute()
  await db
    .insertInto('one_time_codes')
    .values({ client, code_mac: macOf(keys, client, code), created_at: now, ...of })
    .execute()
}

/** Removes a code that is valid, which only one transaction can do, and tells whose it was. */
export const takeOneTimeCode = async (
  { client, now, db }: TenantTransaction,
  keys: Keys,
  code: string,
): Promise<string | undefined> => {
  const taken = await db
    .deleteFrom('one_time_codes')
    .where('client', '=', client)
    .where('code_mac', '=', macOf(keys, client, code))
    .where('expires_at', '>', now.toISOString())
    .returning('device_user_reference')
    .executeTakeFirst()
  return taken?.device_user_reference
}

/** Each new code removes up to 20 expired ones. */
const deleteExpiredCodes = async ({ client, now, db }: TenantTransaction): Promise<void> => {
  await db
    .deleteFrom('one_time_codes')
    .where('client', '=', client)
    .where('code_mac', 'in', (eb) =>
      eb
        .selectFrom('one_time_codes as old')
        .select('old.code_mac')
        .where('old.client', '=', client)
        .where('old.expires_at', '<', now.toISOString())
        .orderBy('old.expires_at')
        .limit(deletedAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { type CallDeclaration, calls } from '@holdfast/contract'
import { SignJWT } from 'jose'
import { clientIdOf } from '../../apps/server/src/core/accounts/index.ts'
import { Activity, type AuditedEvent, activityStatements } from '../../apps/server/src/core/activities/index.ts'
import { anonymous, type Principal, portalUserOf } from '../../apps/server/src/core/authorization/index.ts'
import { portalOriginOf } from '../../apps/server/src/core/hosts/index.ts'
import { claimsOf } from '../../apps/server/src/core/identity/broker/person-claims.ts'
import { savePerson } from '../../apps/server/src/core/identity/broker/postgres-people.ts'
import { keyPeriodAt, signingKeysOf } from '../../apps/server/src/core/identity/broker/signing-keys.ts'
import type { IdentityPerson } from '../../apps/server/src/core/identity/broker/stores.ts'
import { noticesOf } from '../../apps/server/src/core/notices/index.ts'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import { savePortalUser } from '../../apps/server/src/modules/portal-users/index.ts'
import { saveAcceptance } from '../../apps/server/src/modules/session/accept-terms.ts'
import { currentTerms } from '../../apps/server/src/modules/session/terms/current-terms.ts'
import { noticesStatement, type TenantTransaction } from '../../apps/server/src/platform/database/index.ts'

const address = '127.0.0.1'
/** As at the broker. */
export const idTokenSeconds = 300

/** A person who signs in directly, and where. */
interface SigningIn {
  platform: Platform
  client: string
  person: IdentityPerson
}

/**
 * Signs in a person without the broker's pages: issues their id token, and writes the rows that a sign-in leaves, the trail's
 * included. Only the broker's own session is missing (tests/integration/direct-sign-in.test.ts compares both ways).
 */
export const signInDirectly = async ({ platform, client, person }: SigningIn): Promise<string> => {
  const id_token = await issueIdToken({ platform, client, person })
  const claims = await platform.identity.verifyPerson(`Bearer ${id_token}`, client)
  await platform.database.transaction(client, async (tx) => {
    await savePerson(tx, person, tx.now)
    const { is_active, is_new, ...user } = await savePortalUser(tx, claims)
    if (!is_active) throw new Error(`${person.user_reference} was removed from ${client}`)
    const { user_reference, roles } = user
    await writeCalls(tx, [
      {
        call: calls.getUrl,
        principal: anonymous,
        parameters: { state: 's', code_challenge: randomBytes(32).toString('base64url') },
      },
      {
        call: calls.exchangeForAccount,
        principal: { kind: 'portal_user', ...user },
        parameters: { redirect_uri: `${portalOriginOf(platform.settings, client)}/sign-in` },
        events: [
          ...(is_new ? [{ event: 'portal_user.created', details: { user_reference } } as const] : []),
          { event: 'session.signed_in', details: { roles } },
        ],
      },
    ])
  })
  return id_token
}

/** Accepts the terms for a person who signed in directly, and writes the rows that the portal's calls leave. */
export const acceptTermsDirectly = async ({ platform, client, person }: SigningIn): Promise<void> => {
  const { user_reference } = person
  const session = await platform.authorization.sessionOf(client, user_reference, address)
  const principal = portalUserOf(session)
  const { version, locale, text_hash } = currentTerms('en-GB')
  await platform.database.transaction(client, async (tx) => {
    await saveAcceptance(tx, { user_reference, version, locale, text_hash, user_ip: address })
    await writeCalls(tx, [
      { call: calls.getTerms, principal },
      {
        call: calls.acceptTerms,
        principal,
        events: [{ event: 'terms.accepted', details: { version, locale, text_hash } }],
      },
    ])
  })
}

/** An id token as the broker issues it. */
export const issueIdToken = async ({ platform, client, person }: SigningIn): Promise<string> => {
  const [jwk] = signingKeysOf(keyPeriodAt(new Date()), platform.keys).keys
  if (!jwk) throw new Error('the broker has no key')
  const { sub, ...claims } = claimsOf(person, client)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', ...(jwk.kid === undefined ? {} : { kid: jwk.kid }) })
    .setSubject(sub)
    .setIssuer(platform.identity.issuer)
    .setAudience(clientIdOf(client))
    .setIssuedAt()
    .setExpirationTime(`${idTokenSeconds}s`)
    .sign(createPrivateKey({ key: { ...jwk }, format: 'jwk' }))
}

interface RecordedCall {
  call: CallDeclaration
  principal: Principal
  parameters?: Record<string, unknown>
  events?: readonly AuditedEvent[]
}

/** Writes calls to the trail, as if a browser had made them, and notifies open screens of their events. */
const writeCalls = async (tx: TenantTransaction, recorded: readonly RecordedCall[]): Promise<void> => {
  const { client } = tx
  const notices = recorded.flatMap(({ events = [] }) => events).flatMap(noticesOf)
  const rows = recorded.map(({ call, principal, parameters, events = [] }) => {
    const request_id = randomUUID()
    const about = { call, client, principal, address, browser: 'node', request_id }
    const activity = new Activity({ ...about, parameters: { client, ...parameters } })
    activity.setEvents(events)
    return activity.toRow(client)
  })
  await tx.executeAll([
    ...(notices.length > 0 ? [noticesStatement(tx, notices)] : []),
    ...activityStatements(client, rows),
  ])
}

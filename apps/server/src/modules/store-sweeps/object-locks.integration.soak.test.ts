import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveHere } from '../../../../../tests/setup/holdfast-command.ts'
import { type PreparedInstallation, prepareInstallation } from '../../../../../tests/setup/prepared-installation.ts'
import { type RadosGateway, startRadosGateway } from '../../../../../tests/setup/radosgw.ts'
import { AccountWithLocks, type StoredCall } from '../../../test/account-with-locks.ts'
import { openObjectLocks } from '../../platform/objects/index.ts'
import { readS3Address } from '../../platform/objects/s3-address.ts'
import { s3Client } from '../../platform/objects/s3-client.ts'

const Bucket = 'holdfast-locked'

/** A real store with object lock, and a client of somebody else with the credentials that Holdfast has. */
describe('recordings in a store with object lock', () => {
  let gateway: RadosGateway
  let s3: S3Client
  let account: AccountWithLocks
  let installation: PreparedInstallation

  beforeAll(async () => {
    gateway = await startRadosGateway()
    s3 = s3Client(readS3Address(gateway.urlOf(Bucket)))
    await s3.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }))
    installation = await prepareInstallation()
    account = await AccountWithLocks.open({
      environment: { OBJECTS_URL: gateway.urlOf(Bucket), OBJECTS_LOCK: 'GOVERNANCE' },
    })
  })
  afterAll(async () => {
    await account?.close()
    await installation?.remove()
    s3?.destroy()
    await gateway?.stop()
  })

  const versionOf = async ({ key: Key }: StoredCall) =>
    (await s3.send(new HeadObjectCommand({ Bucket, Key }))).VersionId ?? ''
  const lockOf = async ({ key: Key }: StoredCall, VersionId: string) =>
    (await s3.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }))).Retention?.RetainUntilDate
  const versions = async ({ key: Prefix }: StoredCall) => {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }))
    return [...Versions, ...DeleteMarkers].map(({ VersionId }) => VersionId)
  }
  const remove = ({ key: Key }: StoredCall, rest: { VersionId?: string; BypassGovernanceRetention?: boolean } = {}) =>
    s3.send(new DeleteObjectCommand({ Bucket, Key, ...rest }))
  const setLock = ({ key: Key }: StoredCall, VersionId: string, RetainUntilDate: Date, isBypassed = false) =>
    s3.send(
      new PutObjectRetentionCommand({
        ...{ Bucket, Key, VersionId, BypassGovernanceRetention: isBypassed },
        Retention: { Mode: 'GOVERNANCE', RetainUntilDate },
      }),
    )
  const differences = async (...calls: StoredCall[]) =>
    Promise.all(calls.map(async (call) => (await account.row(call))?.difference))
  const latestAlert = async () => (await account.alerts())[0]

  it('a bucket without object lock, or with a default retention, is refused at the start', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'plain' }))
    await s3.send(new CreateBucketCommand({ Bucket: 'defaults', ObjectLockEnabledForBucket: true }))
    const DefaultRetention = { Mode: 'GOVERNANCE', Days: 1 } as const
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention } } as const
    await s3.send(new PutObjectLockConfigurationCommand({ Bucket: 'defaults', ObjectLockConfiguration }))
    const start = (bucket: string) =>
      serveHere({
        ...installation.environment,
        OBJECTS_URL: gateway.urlOf(bucket),
        OBJECTS_LOCK: 'COMPLIANCE',
      })
    for (const [bucket, why] of [
      ['plain', 'has no object lock'],
      ['defaults', 'has a default retention'],
      ['absent', "can't be asked for its object lock"],
    ] as const) {
      const { code, stderr } = await start(bucket)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`^OBJECTS_LOCK: the bucket ${bucket} ${why}`)),
      ])
      expect(stderr).not.toContain(new URL(gateway.urlOf(bucket)).password)
    }
  })

  it('a lock is set and made longer, never shorter, and the store deletes nothing before its end', async () => {
    const call = await account.call(10)
    const version = await versionOf(call)
    await account.policy(110)
    await account.sweep()
    expect(await lockOf(call, version)).toEqual(account.midnightIn(100))
    await expect(remove(call, { VersionId: version })).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(setLock(call, version, account.midnightIn(50))).rejects.toMatchObject({ name: 'AccessDenied' })
    await account.policy(50)
    await account.sweep()
    expect(await lockOf(call, version)).toEqual(account.midnightIn(100))
    await account.policy(210)
    await account.sweep()
    expect(await lockOf(call, version)).toEqual(account.midnightIn(200))
    expect(await differences(call)).toEqual([null])
    expect(await account.alerts()).toEqual([])
  })

  it('nobody removes what was locked with COMPLIANCE', async () => {
    const locks = await openObjectLocks(gateway.urlOf(Bucket), 'COMPLIANCE')
    const call = await account.call(10)
    const found = await locks?.find(call.key)
    if (!locks || !found) throw new Error('The object is missing')
    expect(await locks.extend(call.key, found, account.midnightIn(2))).toEqual(account.midnightIn(2))
    const { version: VersionId } = found
    for (const BypassGovernanceRetention of [false, true]) {
      await expect(remove(call, { VersionId, BypassGovernanceRetention })).rejects.toThrow()
      await expect(setLock(call, VersionId, account.midnightIn(1), BypassGovernanceRetention)).rejects.toThrow()
    }
    await account.policy(110)
    await account.sweep()
    const lock = { version: VersionId, until: account.midnightIn(100), mode: 'COMPLIANCE' }
    expect(await locks.find(call.key)).toMatchObject(lock)
    locks.close()
  })

  it('a lock that was bypassed is an alert until it is mended', async () => {
    await account.policy(110)
    const calls = [
      await account.call(10),
      await account.call(10),
      await account.call(10),
      await account.call(10),
    ] as const
    const [shortened, erased, hidden, replaced] = calls
    await account.sweep()
    const [ofShortened, ofErased, ofHidden, ofReplaced] = [
      await versionOf(shortened),
      await versionOf(erased),
      await versionOf(hidden),
      await versionOf(replaced),
    ]
    await setLock(shortened, ofShortened, account.midnightIn(1), true)
    await remove(erased, { VersionId: ofErased, BypassGovernanceRetention: true })
    await remove(hidden)
    await s3.send(new PutObjectCommand({ Bucket, Key: replaced.key, Body: Buffer.alloc(replaced.sealed.length) }))

    await account.sweep()
    expect(await differences(...calls)).toEqual(['shortened', 'missing', 'missing', 'replaced'])
    expect(await latestAlert()).toMatchObject({
      alert_state: 'Triggered',
      alert_message: expect.stringContaining('Of 4 recordings'),
    })
    expect((await account.stateOf(replaced)).damaged_at).not.toBeNull()
    expect(await lockOf(shortened, ofShortened)).toEqual(account.midnightIn(100))

    // The locked versions are still there, and are locked for longer while others hide them.
    await account.policy(210)
    await account.sweep()
    expect([await lockOf(hidden, ofHidden), await lockOf(replaced, ofReplaced)]).toEqual([
      account.midnightIn(200),
      account.midnightIn(200),
    ])
    for (const [call, own] of [
      [hidden, ofHidden],
      [replaced, ofReplaced],
    ] as const) {
      for (const VersionId of await versions(call))
        if (VersionId && VersionId !== own) await remove(call, { VersionId })
    }
    await account.platform.objects.put(erased.key, erased.sealed)
    await account.sweep()
    expect(await differences(...calls)).toEqual([null, null, null, null])
    expect(await latestAlert()).toMatchObject({ alert_state: 'Cleared' })
    expect(await lockOf(erased, await versionOf(erased))).toEqual(account.midnightIn(200))
  })

  it('the bytes that arrived, sent again, take the place of the locked version and are locked as long', async () => {
    await account.policy(110)
    const call = await account.call(10)
    await account.sweep()
    const former = await versionOf(call)
    await account.platform.objects.put(call.key, call.sealed)
    await account.policy(50)
    await account.sweep()
    const version = await versionOf(call)
    expect(version).not.toBe(former)
    expect([await lockOf(call, version), await lockOf(call, former)]).toEqual([
      account.midnightIn(100),
      account.midnightIn(100),
    ])
    expect(await account.row(call)).toMatchObject({ version_id: version, difference: null })
  })

  it('destruction waits for the end of the lock, whoever set it, and then removes all versions', async () => {
    await account.policy(5)
    const call = await account.call(10)
    const version = await versionOf(call)
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 45_000)
    await setLock(call, version, until)
    await account.platform.objects.put(call.key, call.sealed)
    await setLock(call, await versionOf(call), until)
    await account.sweep()
    expect(await account.destroy(call)).toBe('store_lock')
    expect(await account.explanation(call)).toMatchObject({
      can_be_destroyed: false,
      store_keeps_until: until.toISOString(),
    })
    expect((await account.stateOf(call)).encrypted_dek).not.toBeNull()
    expect(await versions(call)).toHaveLength(2)
    await vi.waitFor(async () => expect(await account.destroy(call)).toBe('destroyed'), {
      timeout: 120_000,
      interval: 500,
    })
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
    await vi.waitFor(async () => expect(await versions(call)).toEqual([]), { timeout: 60_000, interval: 500 })
    expect(await account.row(call)).toBeUndefined()
  })
})

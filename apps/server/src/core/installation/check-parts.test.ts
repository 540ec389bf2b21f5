import { describe, expect, it } from 'vitest'
import { InstallationError } from '../../platform/settings/installation-error.ts'
import { checkParts } from './check-parts.ts'
import type { FoundDatabase, InstallationParts } from './parts.ts'

const ours = '01JABCDEFGHJKMNPQRSTVWXYZ0'
const theirs = '01JZZZZZZZZZZZZZZZZZZZZZZZ'

const named: FoundDatabase = {
  state: 'named',
  id: ours,
  masterKey: 'current',
  formerMasterKeys: ['former'],
  isComplete: true,
}
const unnamed: FoundDatabase = { state: 'unnamed', wrappedBy: ['current'], lacksObject: null }

interface Change {
  claimedId?: string
  home?: string | null
  objects?: string | null
  holdsRecordings?: boolean
  masters?: readonly string[] | null
  database?: FoundDatabase
}

/** The parts of a correct installation, with this change. */
const parts = ({ claimedId, home, objects, holdsRecordings, masters, database }: Change): InstallationParts => ({
  claimedId: claimedId ?? null,
  home: { location: '/home', id: home === undefined ? ours : home },
  objects: {
    location: '/objects',
    id: objects === undefined ? ours : objects,
    holdsRecordings: holdsRecordings ?? false,
  },
  keys: { location: '/master.key', masters: masters === undefined ? ['current', 'former'] : masters },
  database: { location: 'holdfast at db:5432', found: database ?? named },
})

const noIds = { home: null, objects: null }

describe('parts belong together', () => {
  it.each<[string, Change]>([
    ['all have the same id', {}],
    ['before the database is running', { database: { state: 'stopped' } }],
    ['before anything exists', { ...noIds, masters: null, database: { state: 'new' } }],
    ['with a key that the operator made', { ...noIds, database: { state: 'new' } }],
    ['in the middle of a first start', { ...noIds, database: { ...named, isComplete: false } }],
    ['created by a version without ids', { ...noIds, holdsRecordings: true, database: unnamed }],
    ['created without ids, no account yet', { ...noIds, database: { ...unnamed, wrappedBy: [] } }],
    ['a machine that joins', { home: null, claimedId: ours }],
    ['a new master key before the former one', { masters: ['next', 'current'] }],
    ['a first start whose database was set up', { ...noIds, masters: null, database: { state: 'stopped' } }],
  ])('%s', (_what, change) => {
    expect(() => checkParts(parts(change))).not.toThrow()
  })
})

describe('parts do not belong together', () => {
  it.each<[string, Change, RegExp]>([
    ['the home of another installation', { home: theirs }, /^HOLDFAST_HOME \(\/home\) belongs to .*the database/],
    ['the object store of another installation', { objects: theirs }, /OBJECTS_URL \(\/objects\) to installation 01JZ/],
    ['another id in the settings', { claimedId: theirs }, /^HOLDFAST_INSTALLATION belongs to installation 01JZ/],
    ['no home', { home: null }, /^HOLDFAST_HOME: \/home is not a home .* HOLDFAST_INSTALLATION=01JABC/],
    ['no object store', { objects: null }, /^OBJECTS_URL: \/objects is not the object store/],
    ['no object store, database stopped', { objects: null, database: { state: 'stopped' } }, /^OBJECTS_URL/],
    ['no key', { masters: null }, /^KEYS_URL: the master key \/master.key of installation 01JABC.* is missing/],
    ['no key, database stopped', { masters: null, database: { state: 'stopped' } }, /^KEYS_URL.* is missing/],
    ['another key', { masters: ['other'] }, /^KEYS_URL: \/master.key is not the master key .* fingerprint current/],
    ['a key that was replaced', { masters: ['former', 'current'] }, /^KEYS_URL.* begins with a master key that was/],
    ['only the key that was replaced', { masters: ['former'] }, /^KEYS_URL: \/master.key is not the master key/],
    ['an empty database', { database: { state: 'new' } }, /^The database \(holdfast at db:5432\) of .* is empty/],
    ['a database without an id', { database: unnamed }, /^The database .* has no id/],
    ['an id in the settings, and nothing else', { ...noIds, claimedId: ours, database: { state: 'new' } }, /is empty/],
    [
      'recordings and an empty database',
      { ...noIds, holdsRecordings: true, database: { state: 'new' } },
      /^OBJECTS_URL \(\/objects\) holds recordings, but the database/,
    ],
    ['without ids: no key', { ...noIds, masters: null, database: unnamed }, /^KEYS_URL.* of this database is missing/],
    ['without ids: another key', { ...noIds, masters: ['other'], database: unnamed }, /^KEYS_URL.* is not the master/],
    [
      'without ids: an empty object store',
      { ...noIds, database: { ...unnamed, lacksObject: 'recordings/a' } },
      /^OBJECTS_URL: \/objects lacks recordings of this database, such as recordings\/a/,
    ],
    [
      'in the middle of a first start: another key',
      { ...noIds, masters: ['other'], database: { ...named, isComplete: false } },
      /^KEYS_URL/,
    ],
  ])('%s', (_what, change, message) => {
    const judge = () => checkParts(parts(change))
    expect(judge).toThrow(InstallationError)
    expect(judge).toThrow(message)
  })
})

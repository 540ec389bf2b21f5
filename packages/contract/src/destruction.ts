/** Certificates of destruction: what a run of retention destroyed, by which rule, how, and what that does not cover. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { PayloadReference, PublicKey, Sha256Hex, Ulid, WholeNumber } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { RetentionRule } from './retention-runs.ts'
import { DateOnly, Timestamp } from './times.ts'

/** Recordings of one certificate. A larger run has several. */
export const maxCertifiedRecordings = 1000

export const DestroyedRecording = Type.Object(
  {
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    payload_time: Timestamp,
    registered_at: Timestamp,
    sealed_bytes: nullable({ ...WholeNumber, description: 'null if none ever arrived' }),
    sha256: nullable({ ...Sha256Hex, description: 'Of the sealed bytes' }),
    former_sha256: Type.Array(Sha256Hex, {
      description: 'Of bytes that its handset replaced, because they did not open',
    }),
    rule: nullable(RetentionRule),
    destroyed_at: Timestamp,
    objects: { ...WholeNumber, description: 'Objects of the store that belonged to it' },
    objects_gone_at: nullable({
      ...Timestamp,
      description: 'When the store had confirmed that none is left; null: not yet',
    }),
    is_replayed: Type.Boolean({
      description: 'It was destroyed once more, after a backup from before had been restored',
    }),
    downloads: {
      ...WholeNumber,
      description: 'How often its content was downloaded before: those copies are not covered',
    },
    last_downloaded_at: nullable(Timestamp),
  },
  { title: 'DestroyedRecording', description: 'What a certificate says of a recording. No personal data.' },
)
export type DestroyedRecording = Static<typeof DestroyedRecording>

export const DestructionCertificate = Type.Object(
  {
    format: Type.Literal('holdfast-destruction-certificate-1'),
    ...accountFields,
    run_id: Ulid,
    page: Type.Object({
      after: nullable({ ...PayloadReference, description: 'It has the recordings of the run after this one' }),
      is_last: Type.Boolean(),
    }),
    issued_at: Timestamp,
    policy_version: Type.Integer({ minimum: 0 }),
    requested_by: { ...Author, description: 'Who asked for the run; people are named by their references' },
    approved_by: nullable({ ...Author, description: 'Who let it destroy more than the share of the policy' }),
    method: Type.String(),
    verification: Type.String(),
    not_covered: Type.Object({
      backups_until: nullable({
        ...DateOnly,
        description:
          'Until then, a backup can have the content; null: the operator has not said how long backups are kept',
      }),
      downloads: { ...WholeNumber, description: 'Downloads of these recordings before' },
      note: Type.String(),
    }),
    recordings: Type.Array(DestroyedRecording),
  },
  { title: 'DestructionCertificate', description: 'What a run of retention destroyed.' },
)
export type DestructionCertificate = Static<typeof DestructionCertificate>

export const SignedCertificate = Type.Object(
  {
    certificate: DestructionCertificate,
    canonical: Type.String({ description: 'The certificate as canonical JSON (RFC 8785): what is signed, in UTF-8' }),
    signature: Type.String({ description: 'Ed25519 (RFC 8032), in base64' }),
    key_id: Type.String(),
    public_key: PublicKey,
    last_key: nullable(Type.String({ description: 'The recordings after these have a further certificate' })),
  },
  { title: 'SignedCertificate', description: 'A certificate of destruction with its signature.' },
)
export type SignedCertificate = Static<typeof SignedCertificate>

export const getDestructionCertificate = call({
  catalogue: 'client',
  method: 'GET',
  path: '/account/retention/runs/{run_id}/certificate',
  summary: `Makes a signed certificate of what a run of retention destroyed, ${maxCertifiedRecordings} recordings at a time, or of one of them.`,
  action: 'retention:read',
  params: Type.Object({ run_id: Ulid }, closed),
  query: Type.Object(
    {
      payload_reference: Type.Optional(PayloadReference),
      last_key: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    },
    closed,
  ),
  requestHeaders: portalReadHeaders,
  response: SignedCertificate,
  errors: ['request.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

export const destructionCalls = { getDestructionCertificate }

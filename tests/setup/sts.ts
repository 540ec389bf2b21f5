import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StsStandIn {
  /** A TRANSFER_STS_URL. */
  url: string
  /** The external ids that each role was asked for with. */
  asked: { role: string; externalId: string | null }[]
  stop(): Promise<void>
}

const ownKey = { id: 'AKIAHOLDFASTPROVIDER', secret: 'the/provider+secret' }

/**
 * A stand-in for the AWS Security Token Service, of which Debian has no implementation. It answers AssumeRole alone: it checks the form of
 * the signature, not its value, and that the role is known and asked for with its external id. `null` as external id: any does.
 */
export const startSts = async (
  roles: Record<string, string | null>,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<StsStandIn> => {
  const asked: StsStandIn['asked'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const fields = new URLSearchParams(body)
    if (!isSigned(request.headers.authorization, request.headers['x-amz-date'])) {
      return refuse(response, 'IncompleteSignature')
    }
    const [role, externalId] = [fields.get('RoleArn') ?? '', fields.get('ExternalId')]
    asked.push({ role, externalId })
    const isAllowed = Object.hasOwn(roles, role) && (roles[role] === null || roles[role] === externalId)
    if (fields.get('Action') !== 'AssumeRole' || !isAllowed) return refuse(response, 'AccessDenied')
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answerOf(credentials))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${ownKey.id}:${encodeURIComponent(ownKey.secret)}@127.0.0.1:${port}?region=eu-west-1`,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const isSigned = (authorization: string | undefined, date: string | string[] | undefined): boolean =>
  /^\d{8}T\d{6}Z$/.test(String(date)) &&
  new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${ownKey.id}/\\d{8}/eu-west-1/sts/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
  ).test(authorization ?? '')

const refuse = (response: ServerResponse, code: string): void => {
  response
    .writeHead(403, { 'content-type': 'text/xml' })
    .end(
      `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>Not authorized</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
    )
}

const answerOf = ({ accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string }): string =>
  `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>a-session-token</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials></AssumeRoleResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></AssumeRoleResponse>`

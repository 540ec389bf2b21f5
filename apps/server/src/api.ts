import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Settings } from './platform/settings/index.ts'

export async function startApi(settings: Settings): Promise<{ stop: () => Promise<void> }> {
  const server = createServer((_request, response) => response.end('ok'))
  server.listen(settings.port)
  await once(server, 'listening')
  return {
    stop: async () => {
      server.close()
    },
  }
}

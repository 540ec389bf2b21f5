import type { Permission } from '@holdfast/contract'
import type { ChildServer } from './child-server.ts'
import { createInstallation, type Installation } from './installation.ts'
import { fillPayloads } from './payload-rows.ts'
import { createPerson } from './sign-in.ts'

interface FilledApi {
  installation: Installation
  api: ChildServer
  rows: number
}

/** Measures an api whose table has `HOLDFAST_BENCH_ROWS` payloads, or so many without it. Its people have these permissions. */
export const withFilledApi = async <T>(
  people: Readonly<Record<string, readonly Permission[]>>,
  measure: (filled: FilledApi) => Promise<T>,
  otherwise = 1_000_000,
): Promise<T> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? otherwise)
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows)
    for (const [person, permissions] of Object.entries(people)) {
      await createPerson(installation.platform, person, permissions)
    }
    const api = await installation.startApi()
    try {
      return await measure({ installation, api, rows })
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

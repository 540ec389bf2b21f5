import type { Settings } from './platform/settings/index.ts'

export async function startWorker(_settings: Settings): Promise<{ stop: () => Promise<void> }> {
  return { stop: async () => {} }
}

import type { Platform } from '../../core/platform.ts'
import { StorageFull, StorageUnavailable } from '../../platform/objects/index.ts'

/** By store: when it last failed this process. */
const failedAt = new WeakMap<Platform['objects'], number>()

/** Whether making a part failed because the object store is full or unreachable, of which the recording is innocent. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof StorageFull || error instanceof StorageUnavailable

export const noteOutage = ({ objects }: Pick<Platform, 'objects'>): void => {
  failedAt.set(objects, performance.now())
}

/** Whether the store failed so recently that no decoder is started: what it makes could not be stored. */
export const hasRecentOutage = ({ objects }: Pick<Platform, 'objects'>, pauseMs: number): boolean =>
  performance.now() - (failedAt.get(objects) ?? Number.NEGATIVE_INFINITY) < pauseMs

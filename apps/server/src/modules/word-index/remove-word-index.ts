import type { Job } from '../../core/jobs.ts'
import { deleteIndexPage, lockWordIndexForPage, removeWordIndexJob, type WordIndexJob } from '../words/index.ts'

/** After so many pages the job adds itself again, so that others get their turn. */
const pagesOfJob = 100

/** Deletes the index page by page. Stops if it is turned on again: then it is built from what is left. */
export const removeWordIndex: Job<WordIndexJob> = {
  definition: removeWordIndexJob,
  async handle({ platform, signal }, { client }) {
    for (let page = 0; page < pagesOfJob; page += 1) {
      signal.throwIfAborted()
      const isDone = await platform.database.transaction(client, async (tx) => {
        const index = await lockWordIndexForPage(tx)
        return index.state !== 'removing' || deleteIndexPage(tx, index)
      })
      if (isDone) return
    }
    await platform.database.transaction(client, (tx) => tx.enqueue(removeWordIndexJob, { client }))
  },
}

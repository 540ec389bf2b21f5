import { expect, it } from 'vitest'
import { jobLanes } from '../../apps/server/src/modules/jobs.ts'

/** A restored copy may be thrown away, and the original may still run: these jobs reach nobody, and end nothing of their own accord. */
const harmless = [
  'build_word_index',
  'collect_messages',
  'continue_media_backlogs',
  'derive_media',
  'derive_requested_media',
  'enqueue_overdue_payloads',
  'process_messages',
  'process_payload',
  'remove_destroyed_objects',
  'resume_removals',
  'resume_word_indexes',
  'transcode_requested_video',
  'transcode_video',
  'verify_payload',
]

it('a restored copy that is quiet runs harmless jobs only', () => {
  const jobs = jobLanes(1).flatMap((lane) => lane.jobs)
  const quiet = jobs.filter(({ runsWhileQuiet }) => runsWhileQuiet).map(({ definition }) => definition.name)
  expect(quiet.sort()).toEqual(harmless)
  expect(jobs.length).toBeGreaterThan(2 * quiet.length)
})
